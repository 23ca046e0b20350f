"""Measures whether training samples teach what is true: draws pictures of which every pixel is known, cuts samples from them as training does, and finds in the
samples' own pixels what their targets say. Nothing here uses the projection by which the targets are made.

    python3 check_samples.py        prints how far off they are, one line for each net, and fails where one is too far; the last: what a camera (isp.py) moves

Each picture is a table seen by an ideal camera without distortion, straight from above or tilted, drawn by ray casting: a pixel looks at a place of the table, and
that place has a colour. Bases are white squares whose front half is red, on a dark mat on a light table."""
import json
import math
import os
import random
import sys
import tempfile

import cv2
import numpy as np

import isp
import pictures
from laid import lay_obstacles
from pictures import Picture, detector_sample, frame_sample, keypoint_sample, obstacle_sample, side_sample, size_sample, strip_sample
from sizes import HALF_MM

WIDTH, HEIGHT, FOCAL = 960, 720, 800.0
MAT = (700.0, 600.0)
SHIPS = [('small', 200.0, 210.0, 20.0), ('medium', 380.0, 330.0, 155.0), ('large', 520.0, 190.0, -75.0), ('small', 330.0, 150.0, 260.0)]
OBSTACLES = [np.array([(520, 400), (590, 415), (600, 470), (555, 490), (515, 450)], float), np.array([(90, 400), (150, 420), (120, 480)], float)]
WHITE, RED, DARK, LIGHT, BLUE = (230, 230, 230), (40, 40, 230), (70, 60, 50), (160, 170, 180), (230, 60, 50)  # BGR
# Of what is found in a sample, so far may it lie from its target, px of the sample.
LIMITS_PX = {'frame': 0.35, 'base-detector': 0.2, 'base-keypoints': 0.35, 'base-sides': 0.35, 'mat-edge': 0.4, 'obstacle-outline': 0.3, 'camera': 0.25}


def camera(tilt_deg):
    """R and t of a camera over the mat's middle, 900 mm away, turned a little: no edge of the drawing falls in with the grid of its rays."""
    a, b = np.radians(tilt_deg), np.radians(7.0)
    right, ahead = np.array([np.cos(b), np.sin(b), 0]), np.array([-np.sin(b) * np.sin(a), np.cos(b) * np.sin(a), -np.cos(a)])
    r = np.stack([right, np.cross(ahead, right), ahead])
    eye = np.array([MAT[0] / 2, MAT[1] / 2, 0]) - 900 * ahead
    return r, -r @ eye


def drawn(r, t, up=4):
    """The picture: each of `up`² rays of a pixel meets the table's plane somewhere."""
    u, v = np.meshgrid((np.arange(WIDTH * up) + 0.5) / up - 0.5, (np.arange(HEIGHT * up) + 0.5) / up - 0.5)
    rays = np.stack([(u - (WIDTH - 1) / 2) / FOCAL, (v - (HEIGHT - 1) / 2) / FOCAL, np.ones_like(u)], -1) @ r
    eye = -r.T @ t
    at = eye[:2] - rays[..., :2] * (eye[2] / rays[..., 2:])
    out = np.empty((*u.shape, 3), np.uint8)
    out[:] = LIGHT
    out[((at > 0) & (at < MAT)).all(-1)] = DARK
    for size, x, y, heading in SHIPS:
        h, b = HALF_MM[size], np.radians(heading)
        forward = (at[..., 0] - x) * np.sin(b) + (at[..., 1] - y) * np.cos(b)
        beside = (at[..., 0] - x) * np.cos(b) - (at[..., 1] - y) * np.sin(b)
        inside = (np.abs(forward) < h) & (np.abs(beside) < h)
        out[inside & (forward <= 0)] = WHITE
        out[inside & (forward > 0)] = RED
    for outline in OBSTACLES:
        out[inside_convex(at, outline)] = BLUE
    return cv2.resize(out, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)


def inside_convex(at, outline):
    """Which of the places are inside a convex outline that runs counterclockwise."""
    ahead = np.roll(outline, -1, 0) - outline
    return np.all([dx * (at[..., 1] - y) - dy * (at[..., 0] - x) > 0 for (x, y), (dx, dy) in zip(outline, ahead)], 0)


def written(folder, number, tilt_deg):
    r, t = camera(tilt_deg)
    name = os.path.join(folder, f'{number}')
    cv2.imwrite(name + '.png', drawn(r, t))
    truth = {
        'image': f'{number}.png', 'table': {'widthMm': MAT[0], 'depthMm': MAT[1]}, 'clutter': [], 'obstacles': [{'kind': 'asteroid', 'outlineMm': outline.tolist()} for outline in OBSTACLES],
        'camera': {'k': [[FOCAL, 0, (WIDTH - 1) / 2], [0, FOCAL, (HEIGHT - 1) / 2], [0, 0, 1]], 'distortion': [0, 0, 0, 0, 0], 'r': r.tolist(), 'tMm': t.tolist()},
        'ships': [{'id': f'ship-{i}', 'base': size, 'xMm': x, 'yMm': y, 'headingDeg': heading, 'visibleFraction': 1} for i, (size, x, y, heading) in enumerate(SHIPS)],
    }
    with open(name + '.json', 'w', encoding='utf-8') as file:
        json.dump(truth, file)
    return name + '.json'


def bright(x):
    """How much of a base's white or red each pixel of a sample is: both are as bright in red."""
    return np.ascontiguousarray((x[0] * 255 - DARK[2]) / (RED[2] - DARK[2]))


def check_detector(pic, rng):
    """The middle of one base alone in a sample against its centre by heat and offset; red is ahead, and ahead is right and up."""
    x, t = detector_sample(pic, rng, (1.0, 0, 0, 0)) or (None, None)
    if x is None:
        return []
    spots = [(i, j) for plane in t[:3] for j, i in zip(*np.nonzero(plane > 0.97))]
    out = []
    for i, j in spots:
        u, v = 4 * (i + t[3, j, i]) + 1.5, 4 * (j + t[4, j, i]) + 1.5
        half = 26
        if not (half < u < 127 - half and half < v < 127 - half) or t[8, j, i] < 1:
            continue
        ys, xs = np.mgrid[int(v) - half:int(v) + half + 1, int(u) - half:int(u) + half + 1]
        patch = bright(x)[ys, xs]
        if sum(np.hypot(u - 4 * k - 1.5, v - 4 * m - 1.5) < 60 for k, m in spots) > 1 or patch.sum() < 100:
            continue
        at = np.array([(xs * patch).sum(), (ys * patch).sum()]) / patch.sum()
        red = patch * (x[0] - x[1])[ys, xs].clip(0)
        ahead = np.array([(xs * red).sum(), (ys * red).sum()]) / red.sum() - at
        assert ahead @ [t[5, j, i], -t[6, j, i]] > 0.99 * np.linalg.norm(ahead), f'a heading of {t[5:7, j, i]} in a sample whose base faces {ahead}'
        out.append(np.linalg.norm(at - [u, v]))
    return out


def check_keypoints(pic, rng, ship):
    """Corners of the foot: where sides, fitted to the edge between base and mat, meet."""
    made = keypoint_sample(pic, rng, ship)
    if made is None or made[1][32:36].min() < 1:
        return []
    corners = made[1][:8].reshape(4, 2)
    return edge_distances(made[0], corners)


def check_frame(pic, rng):
    """The sides between the corners of each foot that lies wholly in a window, of which the front is red."""
    x, t = frame_sample(pic, rng)
    out = []
    for plane in t[:3]:
        for j, i in zip(*np.nonzero(plane > 0.97)):
            corners = t[3:11, j, i].reshape(4, 2) * 4 + [4 * i + 1.5, 4 * j + 1.5]
            if t[12, j, i] and (corners > 6).all() and (corners < np.array([x.shape[2], x.shape[1]]) - 7).all() and t[11, j, i] > 8:
                out += edge_distances(x, corners)
                ahead = corners[:2].mean(0) * 0.75 + corners[2:].mean(0) * 0.25
                assert x[1, round(ahead[1]), round(ahead[0])] < 0.5, 'the front of a base in a window is not red'
    return out


def edge_distances(x, corners):
    """How far the edges of a base's colours lie from the middles of the sides between corners: each side is crossed at five places."""
    levels = bright(x)
    out = []
    middle = corners.mean(0)
    for a, b in zip(corners, np.roll(corners, -1, 0)):
        along = (b - a) / np.linalg.norm(b - a)
        outward = np.array([along[1], -along[0]])
        outward *= np.sign((a - middle) @ outward)
        for share in (0.15, 0.3, 0.7, 0.85):  # not where red meets white
            out.append(abs(crossing(levels, a + share * (b - a), outward)))
    return [one for one in out if one < 8]


def crossing(levels, at, outward, reach=5.0):
    """How far out of `at` the brightness has fallen by half."""
    steps = np.linspace(-reach, reach, 81)
    line = at + steps[:, None] * outward
    values = cv2.remap(levels.astype(np.float32), line[:, 0].astype(np.float32).reshape(-1, 1), line[:, 1].astype(np.float32).reshape(-1, 1), cv2.INTER_LINEAR).ravel()
    if values[:5].mean() < 0.6 or values[-5:].mean() > 0.4:
        return 99.0
    threshold = (values[:5].mean() + values[-5:].mean()) / 2
    last = int(np.nonzero(values > threshold)[0][-1])
    return float(np.interp(threshold, [values[last + 1], values[last]], [steps[last + 1], steps[last]]))


def check_sides(pic, rng, ship):
    """The foot's sides in the first three planes."""
    made = side_sample(pic, rng, ship)
    if made is None or made[1][16:24].min() < 1:
        return []
    x, at = made[0], made[1][:8]
    levels, c = bright(x), (pictures.SIDE_PX - 1) / 2
    half = pictures.SIDE_PX / 2 / pictures.SIDE_REACH
    out = []
    for side in range(4):
        outward, along = [((0, -1), (1, 0)), ((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1))][side]
        for k, s in enumerate((-0.5, 0.5)):
            place = np.array([c, c]) + np.array(outward) * at[2 * side + k] + np.array(along) * s * half
            out.append(abs(crossing(levels, place, np.array(outward, float))))
    return [one for one in out if one < 8]


def check_strip(pic, rng):
    """Where the dark of the mat ends across a strip's middle."""
    made = strip_sample(pic, rng)
    if made is None or made[1][1] < 1:
        return []
    row = made[0][:, 7:9].mean((0, 1))
    if row[:4].mean() > 0.4 or row[-4:].mean() < 0.5:
        return []  # a base stands there
    threshold = (row[:4].mean() + row[-4:].mean()) / 2
    after = int(np.argmax(row > threshold))
    return [abs(after - 1 + (threshold - row[after - 1]) / (row[after] - row[after - 1]) - made[1][0])]


def check_obstacles(pic, rng):
    """The middle of what is blue and of what the mask says of it, and by how much wider one is than the other all around."""
    made = obstacle_sample(pic, rng)
    if made is None:
        return []
    x, t = made
    n = pictures.OBSTACLE_PX // 4
    mask, weight = t[3:3 + n * n].reshape(n, n), t[3 + n * n:].reshape(n, n)
    blue = ((x[2] * 255 - DARK[0]) / (BLUE[0] - DARK[0])).clip(0, 1) * (x[0] < 0.4)
    middle = blue[62:66, 62:66].mean()
    assert t[1] == 0 or (middle > 0.5) <= (t[0] == 1), f'an obstacle in the middle of a sample that is said to show {t[:3]}'
    cells = cv2.resize(blue, (n, n), interpolation=cv2.INTER_AREA)
    rim = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]])
    if mask.sum() < 40 or rim.any() or weight.min() < 1:
        return []
    middles = [np.array([(np.arange(n) * one.sum(0)).sum(), (np.arange(n) * one.sum(1)).sum()]) / one.sum() for one in (mask, cells)]
    wider = abs(mask.sum() - cells.sum()) / math.sqrt(mask.sum())
    return [4 * np.linalg.norm(middles[0] - middles[1]), wider]


def check_sizes(pic, rng, ship):
    """How much wider a base is than in a crop without errors, whatever its size; throws where another size is said."""
    made = size_sample(pic, rng, ship)
    assert made[1][0] == pictures.SIZES.index(ship['base'])
    return [math.sqrt(bright(made[0]).clip(0, 1).sum()) - pictures.SIZE_PX / pictures.SIZE_CROP_REACH]


def check_camera(pic, seed):
    """The middles of the bases' white halves before and after a camera, in green, which no colour fringe moves."""
    after = isp.photograph(isp.linear(pic.bgr), np.random.default_rng(seed))[0]
    before, after = (_middles(pic, one[..., 1].astype(np.float32)) for one in (pic.bgr, after))
    return [np.linalg.norm(a - b) for a, b in zip(before, after)]


def _middles(pic, green):
    """Of the bases' white halves: what is brighter than the mat about it."""
    out = []
    for size, x, y, heading in SHIPS:
        h, b = HALF_MM[size], np.radians(heading)
        local = np.array([(-1.3, 0.0), (1.3, 0.0), (1.3, -1.6), (-1.3, -1.6)]) * h
        spots = [(x + np.cos(b) * u + np.sin(b) * v, y - np.sin(b) * u + np.cos(b) * v, 0) for u, v in local]
        mask = np.zeros(green.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(pic.project(spots)).astype(np.int32)], 1)
        values = green[mask > 0]
        weight = np.clip((green - values.min()) / (values.max() - values.min()), 0, 1) * mask > 0.5
        ys, xs = np.nonzero(weight)
        out.append(np.array([xs.mean(), ys.mean()]))
    return out


def check_laid(pic, seed):
    """Of each obstacle that is laid on the picture how much of the inside of its outline shows it; throws where a base is touched."""
    before = isp.linear(pic.bgr)
    light, there = before.copy(), pic.truth['obstacles']
    lay_obstacles(light, pic, random.Random(seed))
    laid, pic.truth['obstacles'] = pic.truth['obstacles'][len(there):], there
    changed = np.abs(light - before).max(2) > 0.004
    for ship in pic.truth['ships']:
        assert not changed[_inside(pic, pictures.keypoints_mm(ship)[:4, :2], light.shape) > 0].any(), f'an obstacle lies over {ship["id"]}'
    insides = [cv2.erode(_inside(pic, one['outlineMm'], light.shape), np.ones((7, 7), np.uint8)) > 0 for one in laid]
    assert not changed[~cv2.dilate(sum(_inside(pic, one['outlineMm'], light.shape) for one in laid), np.ones((61, 61), np.uint8)).astype(bool)].any()
    return [changed[inside].mean() for inside in insides if inside.any()]


def _inside(pic, outline, shape):
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(pic.project([(x, y, 0) for x, y in outline])).astype(np.int32)], 1)
    return mask


def main():
    pictures.photometric = lambda img, rng: img
    pictures.occlude = lambda img, rng: None
    pictures.occlude_with = lambda img, patch: None
    rng, own = random.Random(5), random.Random(6)
    found = {net: [] for net in LIMITS_PX}
    shown, widths = [], {size: [] for size in pictures.SIZES}
    with tempfile.TemporaryDirectory() as folder:
        for number, tilt in enumerate((0, 28)):
            pic = Picture(written(folder, number, tilt))
            for seed in range(16):
                found['camera'] += check_camera(pic, seed) if seed < 4 else []
                shown += check_laid(pic, seed) if seed < 6 else []
                found['base-detector'] += check_detector(pic, rng)
                found['frame'] += check_frame(pic, rng)
                found['mat-edge'] += check_strip(pic, rng)
                for _ in range(3):
                    found['obstacle-outline'] += check_obstacles(pic, own)
                for ship in pic.truth['ships']:
                    found['base-keypoints'] += check_keypoints(pic, rng, ship)
                    found['base-sides'] += check_sides(pic, rng, ship)
                    widths[ship['base']] += check_sizes(pic, own, ship)
    failed = False
    for net, off in found.items():
        p95 = float(np.percentile(off, 95)) if off else float('nan')
        failed |= not (len(off) >= 12 and p95 < LIMITS_PX[net])
        print(f'{net}: {len(off)} places, off by p50 {np.median(off):.2f}, p95 {p95:.2f} px, at most {LIMITS_PX[net]}')
    means = [np.mean(off) for off in widths.values()]
    failed |= max(map(abs, means)) > 1.5
    print('base-size: on the average off by ' + ', '.join(f'{size} {mean:.2f}' for size, mean in zip(widths, means)) + ' px')
    failed |= not (len(shown) >= 12 and np.percentile(shown, 20) > 0.95)
    print(f'laid: {len(shown)} obstacles, four in five show in at least {np.percentile(shown, 20):.2f} of their outline')
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
