"""The camera: a pose over the table, a pinhole render wide enough for the lens, and the lens itself (Brown-Conrady, OpenCV).

Pixel (0, 0) is the centre of the top-left pixel. Xc = R Xw + t, mm."""

import math

import bpy
import cv2
import numpy as np
from mathutils import Matrix

SENSOR_MM = 36000.0  # only the ratio to the focal length matters; large keeps Blender's f-stop in its range


def choose_lens(chance, width, height):
    """K and distortion [k1, k2, p1, p2, k3]; only lenses that stay one-to-one over the whole picture."""
    while True:
        focal = width / 2 / math.tan(math.radians(chance.uniform(50, 80)) / 2)
        k = np.array([[focal, 0, (width - 1) / 2 + chance.normal(0, 0.004 * width)], [0, focal, (height - 1) / 2 + chance.normal(0, 0.004 * width)], [0, 0, 1]])
        k1 = chance.uniform(-0.18, 0.08) if chance.maybe(0.7) else chance.normal(0, 0.02)
        distortion = np.array([k1, chance.normal(-k1 * 0.25, 0.02), chance.normal(0, 0.0004), chance.normal(0, 0.0004), 0.0])
        reach = _undistorted_reach(k, distortion, width, height)
        if reach is not None and reach < 1.35:
            return k, distortion


def _border(width, height, step=16):
    xs, ys = np.arange(-1, width + 1, step).tolist() + [width], np.arange(-1, height + 1, step).tolist() + [height]
    return np.array([(x, y) for x in xs for y in (-1, height)] + [(x, y) for y in ys for x in (-1, width)], np.float64)


def undistorted(pixels, k, distortion):
    """Ideal image coordinates (x/z, y/z) of pixels, solved to 1e-10."""
    criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-10)
    flat = np.ascontiguousarray(pixels, np.float64).reshape(-1, 1, 2)
    return cv2.undistortPointsIter(flat, k, distortion, None, None, criteria).reshape(np.shape(pixels))


def project(points, k, distortion, r, t):
    """Pixels of table points (n x 3, mm)."""
    points = np.ascontiguousarray(points, np.float64).reshape(-1, 1, 3)
    return cv2.projectPoints(points, cv2.Rodrigues(r)[0], t, k, distortion)[0].reshape(-1, 2)


def _undistorted_reach(k, distortion, width, height):
    """How much wider the ideal picture is than the real one; None where the lens folds over."""
    border = _border(width, height)
    ideal = undistorted(border, k, distortion)
    back = cv2.projectPoints(np.hstack([ideal, np.ones((len(ideal), 1))])[:, None], np.zeros(3), np.zeros(3), k, distortion)[0].reshape(-1, 2)
    radii = np.linspace(0, np.linalg.norm(ideal, axis=1).max() * 1.03, 200)
    slope = 1 + 3 * distortion[0] * radii ** 2 + 5 * distortion[1] * radii ** 4
    if np.abs(back - border).max() > 0.01 or slope.min() < 0.25:
        return None
    return max(np.abs(ideal[:, 0]).max() * k[0, 0] * 2 / width, np.abs(ideal[:, 1]).max() * k[1, 1] * 2 / height)


def close_pose(chance, around, distance_mm, k, width, height, elevation_deg, any_side=False):
    """R, t of a camera so far from the table point `around`, which it shows somewhere near the middle of the picture, in a hand that is not quite level."""
    azimuth = chance.uniform(-math.pi, math.pi) if any_side else math.radians(chance.uniform(-45, 45))
    lift, roll = math.radians(elevation_deg), math.radians(chance.normal(0, 6.0))
    back = np.array([math.sin(azimuth) * math.cos(lift), -math.cos(azimuth) * math.cos(lift), math.sin(lift)])
    at = np.array([*around, 0.0])
    shift = np.array([chance.normal(0, 0.1), chance.normal(0, 0.1)]).clip(-0.3, 0.3) * [width, height]
    r, t, _ = _aimed(at, at + distance_mm * back, azimuth, roll, at[None], k, shift, width, height)
    return r, t


def choose_pose(chance, table, k, distortion, width, height, elevation_deg, near=False, whole=False, turned=0.0):
    """R, t of a camera that sees the mat at the given elevation from the mat's centre, the mat filling the frame.

    `near`: a part of it; `whole`: never more than the frame; `turned`: from another side, radians."""
    centre = np.array([table['widthMm'] / 2, table['depthMm'] / 2, 0.0])
    azimuth = turned + math.radians(float(np.clip(chance.normal(0, 10), -40, 40)) if chance.maybe(0.75) else chance.uniform(-43, 43))
    roll = math.radians(chance.normal(0, 2.0))
    lift = math.radians(elevation_deg)
    back = np.array([math.sin(azimuth) * math.cos(lift), -math.cos(azimuth) * math.cos(lift), math.sin(lift)])
    fill = chance.uniform(0.86, 1.0) if chance.maybe(0.72) else chance.uniform(1.0, 1.45)
    shift = np.array([chance.normal(0, 0.02), chance.normal(0, 0.02)]) + (chance.rng.uniform(-0.2, 0.2, 2) if fill > 1 else 0)
    if whole:
        fill, shift = chance.uniform(0.86, 0.97), np.zeros(2)
    if near:
        fill, shift = chance.uniform(1.7, 2.6), chance.rng.uniform(-0.4, 0.4, 2)
    corners = np.array([[0, 0, 0], [table['widthMm'], 0, 0], [table['widthMm'], table['depthMm'], 0], [0, table['depthMm'], 0]])
    low, high = 500.0, 6000.0
    for _ in range(40):
        away = (low + high) / 2
        r, t, extent = _aimed(centre, centre + away * back, azimuth, roll, corners, k, shift * [width, height], width, height)
        if extent > fill:
            low = away
        else:
            high = away
    return r, t


def _aimed(centre, eye, azimuth, roll, corners, k, shift, width, height):
    """Turns the camera at `eye` until the mat's bounding box is centred (plus shift); returns R, t and the fill."""
    aim = centre.copy()
    for _ in range(12):
        forward = (aim - eye) / np.linalg.norm(aim - eye)
        right = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
        right -= forward * (right @ forward)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        c, s = math.cos(roll), math.sin(roll)
        r = np.stack([c * right + s * down, -s * right + c * down, forward])
        t = -r @ eye
        seen = corners @ r.T + t
        ideal = seen[:, :2] / np.maximum(seen[:, 2:], 50) * k[0, 0]
        off = (ideal.min(0) + ideal.max(0)) / 2 - shift
        step = r.T @ np.array([off[0], off[1], 0]) / k[0, 0] * np.linalg.norm(aim - eye)
        step[2] -= 0
        aim = aim + 0.8 * step
    extent = (ideal.max(0) - ideal.min(0)) / [width, height]
    return r, t, float(extent.max())


def set_blender_camera(k, distortion, r, t, width, height, aperture_radius_mm, focus_mm):
    """Makes the pinhole camera whose picture contains everything the lens sees. Returns its (width, height)."""
    ideal = undistorted(_border(width, height), k, distortion) * k[0, 0]
    wide = int(2 * math.ceil(np.abs(ideal[:, 0]).max() + 6))
    tall = int(2 * math.ceil(np.abs(ideal[:, 1]).max() + 6))
    data = bpy.data.cameras.new('camera')
    data.sensor_fit, data.sensor_width = 'HORIZONTAL', SENSOR_MM
    data.lens = k[0, 0] / wide * SENSOR_MM
    data.clip_start, data.clip_end = 10, 50000
    if aperture_radius_mm > 0:
        data.dof.use_dof = True
        data.dof.focus_distance = focus_mm
        data.dof.aperture_fstop = data.lens * 1e-3 / (2 * aperture_radius_mm)
    thing = bpy.data.objects.new('camera', data)
    bpy.context.collection.objects.link(thing)
    flip = np.diag([1.0, -1.0, -1.0])
    pose = np.eye(4)
    pose[:3, :3] = r.T @ flip
    pose[:3, 3] = -r.T @ t
    thing.matrix_world = Matrix(pose.tolist())
    scene = bpy.context.scene
    scene.camera = thing
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = wide, tall, 100
    return wide, tall


def through_lens(pinhole, k, distortion, width, height, fringe=0.0):
    """Warps the pinhole picture (linear light) through the lens; `fringe` scales red and blue about the centre."""
    tall, wide = pinhole.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).astype(np.float64)
    ideal = undistorted(grid, k, distortion) * k[0, 0]
    channels = []
    for channel, scale in zip(range(3), (1 + fringe, 1.0, 1 - fringe)):
        xs = (ideal[..., 0] * scale + (wide - 1) / 2).astype(np.float32)
        ys = (ideal[..., 1] * scale + (tall - 1) / 2).astype(np.float32)
        channels.append(cv2.remap(np.ascontiguousarray(pinhole[..., channel]), xs, ys, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))
    return np.maximum(np.stack(channels, -1), 0)
