"""Lays obstacles of any outline and print on pictures with truth: what the rendered tables' few obstacles cannot show of all that is cut, cast and printed.

The place is free of what stands there and of what hides it; light follows the mat's own, a shadow and the sides of the piece its height."""
import math
import os
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'path_traced'))

import noise
import outlines
from chance import Chance
from sizes import HALF_MM

GREY = np.array([0.21, 0.72, 0.07], np.float32)
MINI_HIGH_MM = 90.0  # a miniature on its peg hides what is seen behind it up to about here
TEXTURE_PX = 96
SHAPES = outlines.catalogue_shapes()
# Of the looks, so many: card of one colour, cloud, grey rock, shards, clear sheet.
LOOKS = {'plain': 3, 'cloud': 3, 'rock': 3, 'shards': 2, 'sheet': 2}
KIND_OF = {'cloud': 'gas', 'rock': 'asteroid', 'shards': 'debris'}


def lay_obstacles(light, pic, rng):
    """Up to five more obstacles on `light` (linear RGB, changed in place), with their outlines in the picture's truth."""
    chance = Chance('laid', rng.getrandbits(32))
    truth = pic.truth
    truth['obstacles'] = list(truth.get('obstacles', []))
    hidden = [_shadowed(pic, ship) for ship in truth['ships']]
    taken = [(np.mean(o['outlineMm'], 0), _reach(o['outlineMm'])) for o in [*truth['obstacles'], *truth.get('clutter', [])]]
    taken += [(np.array([s['xMm'], s['yMm']]), HALF_MM[s['base']] * 1.45) for s in truth['ships']]
    white = float(np.percentile(light @ GREY, 97))
    towards = np.array([chance.normal(0, 0.7), chance.normal(0, 0.7)])
    for number in range(chance.whole(2, 5)):
        own = chance.fork(number)
        shape = outlines.random_shape(own) if own.maybe(0.7) else own.pick(SHAPES)
        points = np.array(shape['points'], float)
        reach = _reach(points)
        for _ in range(12):
            at = np.array([own.uniform(-20, pic.mat[0] + 20), own.uniform(-20, pic.mat[1] + 20)])
            turn = own.uniform(0, 2 * math.pi)
            outline = points @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) + at
            if (outline < 0).any() or (outline > pic.mat).any() or any(np.linalg.norm(at - c) < reach + r for c, r in taken):
                continue
            seen = pic.project(np.column_stack([outline, np.zeros(len(outline))]))
            if not np.isfinite(seen).all() or (seen < 2).any() or (seen > np.array(pic.size) - 3).any() or any(_touch(seen, hull) for hull in hidden):
                continue
            look = own.pick(list(LOOKS), list(LOOKS.values()))
            _lay(light, pic, own, outline, look, white, towards)
            taken.append((at, reach))
            truth['obstacles'].append({'kind': KIND_OF.get(look, shape['kind']), 'outlineMm': outline.tolist()})
            break


def _reach(points):
    points = np.asarray(points, float)
    return float(np.linalg.norm(points - points.mean(0), axis=1).max())


def _shadowed(pic, ship):
    """The hull of where a base and its miniature are seen."""
    h = HALF_MM[ship['base']] * 1.2
    box = [(ship['xMm'] + sx * h, ship['yMm'] + sy * h, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0, MINI_HIGH_MM)]
    seen = pic.project(box)
    return cv2.convexHull(np.clip(seen, -1e5, 1e5).astype(np.float32))


def _touch(seen, hull):
    return cv2.intersectConvexConvex(cv2.convexHull(seen.astype(np.float32)), hull)[0] > 0


def _lay(light, pic, chance, outline, look, white, towards):
    high = chance.uniform(4, 22) if look == 'rock' and chance.maybe(0.5) else chance.uniform(0.3, 3.0)
    ground = pic.project(np.column_stack([outline, np.zeros(len(outline))]))
    middle = outline.mean(0)
    top_outline = middle + (outline - middle) * (chance.uniform(0.5, 0.8) if high > 3 else 1.0)
    top = pic.project(np.column_stack([top_outline, np.full(len(outline), high)]))
    shadow = pic.project(np.column_stack([outline + towards * high, np.zeros(len(outline))]))
    every = np.concatenate([ground, top, shadow])
    low = np.maximum(np.floor(every.min(0) - 6), 0).astype(int)
    far = np.minimum(np.ceil(every.max(0) + 7), np.array(pic.size)).astype(int)
    part = light[low[1]:far[1], low[0]:far[0]]
    if min(part.shape[:2]) < 6:
        return
    around = cv2.GaussianBlur(part @ GREY, (0, 0), max(part.shape[:2]) / 3)
    shade = (np.clip(around / max(float(around.mean()), 1e-6), 0.4, 2.2) ** 0.7)[..., None] * white * chance.uniform(0.35, 0.95)
    soft = chance.uniform(0.4, 0.8)
    dark = _mask(part, shadow - low, chance.uniform(0.6, 2.5 + high * 0.2))
    part *= 1 - dark * chance.uniform(0.2, 0.7)
    clear = chance.uniform(0.35, 0.9) if look == 'sheet' else 1.0
    picture, side = _texture(chance, look), np.array(chance.colour((0, 0.4), (0.02, 0.7)), np.float32) ** 2.2
    body = _mask(part, ground - low, soft)
    if high > 3:  # a sculpted piece: its flanks from the foot to the top, in the texture's own tone
        side = picture.mean((0, 1)) * chance.uniform(0.4, 0.9)
        for step in np.linspace(0, 1, 6)[:-1]:
            ring = ground * (1 - step) + top * step
            _over(part, side * shade * chance.uniform(0.6, 1.25), _mask(part, ring - low, soft), 1.0)
    else:
        _over(part, side * shade, body, clear)
    reach = _reach(top_outline) * 1.02
    square = pic.project([(middle[0] + sx * reach, middle[1] + sy * reach, high) for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1))]) - low
    n = TEXTURE_PX
    m = cv2.getPerspectiveTransform(np.array([(0, 0), (n, 0), (n, n), (0, n)], np.float32), square.astype(np.float32))
    shown = cv2.warpPerspective(picture, m, (part.shape[1], part.shape[0]), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    _over(part, shown * shade, _mask(part, top - low, soft), clear)
    if chance.maybe(0.4):  # a printed or a cut rim
        line = np.zeros(part.shape[:2], np.float32)
        cv2.polylines(line, [np.round((top - low) * 16).astype(np.int32)], True, 1.0, chance.pick([1, 1, 2]), cv2.LINE_AA, 4)
        _over(part, np.array(chance.colour((0, 0.7), (0, 1)), np.float32) ** 2.2 * shade, cv2.GaussianBlur(line, (0, 0), soft)[..., None], chance.uniform(0.4, 1))


def _mask(part, polygon, blur):
    mask = np.zeros(part.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round(polygon * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    return cv2.GaussianBlur(mask, (0, 0), blur)[..., None]


def _over(part, colour, mask, alpha):
    part[:] = part * (1 - mask * alpha) + colour * (mask * alpha)


def _texture(chance, look):
    """Linear RGB, what the top shows: TEXTURE_PX²."""
    n = TEXTURE_PX
    first, second = (np.array(chance.colour((0, 1), (0.05, 0.95)), np.float32) for _ in range(2))
    if look in ('plain', 'sheet'):
        picture = first * (0.92 + 0.16 * noise.fractal(chance, n, n, 1.2)[..., None])
    elif look == 'cloud':
        first = np.array(chance.colour((0.4, 1), (0.3, 1)), np.float32)
        near = first * chance.uniform(0.3, 0.9) if chance.maybe(0.6) else second  # of one hue, or of two
        picture = noise.ramp(noise.fractal(chance, n, n, chance.uniform(1.4, 2.2)), [near * chance.uniform(0.1, 1), near, first, first * 0.5 + 0.5 * chance.uniform(0, 1)])
    elif look == 'rock':
        hue = chance.uniform(0.02, 0.13)
        first = np.array(chance.colour((0, 0.35), (0.12, 0.7), (hue, hue)), np.float32)
        height = noise.fractal(chance, n, n, chance.uniform(1.2, 1.9))
        relief = np.gradient(height, axis=chance.whole(0, 1)) * n * chance.uniform(0.05, 0.3)
        picture = first * np.clip(0.6 + 0.6 * height + relief, 0.15, 1.6)[..., None]
    else:
        picture = np.ones((n, n, 3), np.float32) * first * chance.uniform(0.1, 0.5)
        for _ in range(chance.whole(15, 70)):
            at = np.array([chance.uniform(0, n), chance.uniform(0, n)])
            shard = at + chance.rng.normal(0, n * chance.uniform(0.02, 0.09), (chance.whole(3, 6), 2))
            ink = second * chance.uniform(0.2, 1.1) if chance.maybe(0.4) else np.ones(3) * chance.uniform(0.1, 0.8)
            cv2.fillConvexPoly(picture, cv2.convexHull(shard.astype(np.int32)), ink.tolist(), cv2.LINE_AA)
    return (np.clip(picture, 0, 1) ** 2.2).astype(np.float32)
