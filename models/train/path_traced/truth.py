"""The truth file of a picture: formats/truth.schema.json, with the base's profile and the tile's play as extra fields."""

import json
import os

import bpy
import numpy as np
from mathutils import Vector

import camera
import layout
from sizes import HALF_MM

GLASS_OF_A_BASE = ('plastic', 'tile', 'peg', 'peg-stem')  # a turret marker hides the tile as a miniature does


def may_be_seen(ship, k, distortion, r, t, width, height, margin_px=60):
    """False for a ship so far out of the picture that neither it nor its miniature shows in it."""
    at = camera.project(np.array([[ship['xMm'], ship['yMm'], 0.0], [ship['xMm'], ship['yMm'], 60.0]]), k, distortion, r, t)
    reach = margin_px + HALF_MM[ship['base']] * 1.5 * k[0, 0] / float(np.linalg.norm(t))
    return bool(((at > -reach) & (at < np.array([width, height]) + reach)).all(1).any())


def is_wholly_in(ship, k, distortion, r, t, width, height):
    """Whether the camera's picture holds all of the outline of a base."""
    half = HALF_MM[ship['base']]
    flat = layout.placed([(-half, half), (half, half), (half, -half), (-half, -half)], ship['xMm'], ship['yMm'], ship['headingDeg'])
    spots = np.hstack([flat, np.zeros((4, 1))])
    if ((spots @ r.T + t)[:, 2] < 50).any():
        return False
    at = camera.project(spots, k, distortion, r, t)
    return bool(((at > 4) & (at < np.array([width, height]) - 5)).all())


def visible_fraction(ship, k, distortion, r, t, width, height, grid=9):
    """Share of a grid of points on the base's top that the camera sees. The base's own plastic, tile and peg hide nothing;
    its miniature and everything else do; a point outside the picture counts as hidden."""
    half, profile = HALF_MM[ship['base']], ship['profile']
    steps = (np.arange(grid) + 0.5) / grid * 2 - 1
    at = [(x * half, y * half) for x in steps for y in steps]
    spots = np.array([(x, y, profile['railMm'] if abs(x) > half - profile['railInnerMm'] else profile['floorMm'] + profile['tileMm']) for x, y in at])
    spots[:, :2] = layout.placed(spots[:, :2], ship['xMm'], ship['yMm'], ship['headingDeg'])
    pixels = camera.project(spots, k, distortion, r, t)
    inside = (pixels >= -0.5).all(1) & (pixels[:, 0] < width - 0.5) & (pixels[:, 1] < height - 0.5)
    eye = -r.T @ t
    own = {f'{ship["id"]}:{part}' for part in GLASS_OF_A_BASE}
    scene, depsgraph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    seen = sum(bool(i) and _reaches(scene, depsgraph, eye, p, own) for p, i in zip(spots, inside))
    return seen / len(spots)


def _reaches(scene, depsgraph, eye, spot, own):
    origin, target = Vector(eye), Vector(spot)
    direction = (target - origin).normalized()
    for _ in range(40):
        left = (target - origin).length - 0.3
        if left <= 0:
            return True
        hit, place, _, _, thing, _ = scene.ray_cast(depsgraph, origin, direction, distance=left)
        if not hit:
            return True
        if thing.name not in own:
            return False
        origin = place + direction * 0.02
    return True


def corners(ship, k, distortion, r, t):
    """(outer top corners, foot corners) in pixels: front-left, front-right, rear-right, rear-left."""
    half, profile = HALF_MM[ship['base']], ship['profile']
    top_x = half - profile['leanMm'] * profile['edgeMm'] / profile['railMm']
    top_y = half - profile['draftMm'] * profile['edgeMm'] / profile['railMm']
    rows = []
    for x, y, z in ((top_x, top_y, profile['edgeMm']), (half, half, 0.0)):
        flat = layout.placed([(-x, y), (x, y), (x, -y), (-x, -y)], ship['xMm'], ship['yMm'], ship['headingDeg'])
        rows.append(camera.project(np.hstack([flat, np.full((4, 1), z)]), k, distortion, r, t).round(3).tolist())
    return rows


def write(path, truth):
    with open(path + '.part', 'w', encoding='utf-8') as file:
        json.dump(truth, file, indent=1)
    os.replace(path + '.part', path)
