"""Reads pictures with truth (formats/truth.schema.json) and makes training samples of them. Lengths mm, pixels as in OpenCV."""
import json
import math
import os

import cv2
import numpy as np

import isp
from laid import lay_obstacles
from sizes import GUIDE_CENTRE_MM, GUIDE_OUT_MM, HALF_MM, TILE_MM, TILE_TOP_MM

SIZES = ['small', 'medium', 'large']
KINDS = ['asteroid', 'debris', 'gas']
LYING = [('straight', 'ruler'), ('curve',), ('card', 'deck')]
CROP_PX = 128
CROP_PX_PER_MM = 1.25
SIDE_PX = 112
SIDE_REACH = 1.35  # half of a side crop, in halves of its base
CLOSE_SHARE = 0.6
CLOSE_MARGIN_MM = 12.0  # a close crop shows so much around the base on each side
MIRROR = [1, 0, 3, 2, 5, 4, 7, 6, 8, 11, 10, 9, 13, 12, 15, 14]


FAR_OUT = 1e6
# So many of the pictures that are finished already go through one more camera.
PHOTOGRAPHED_ANEW = 0.25
# Of those that are photographed, so many get more obstacles than they had.
LAID = 0.7


class Picture:
    """A picture with its truth. Of a render that is kept as passes of light each reading is another hour and another camera (isp.py)."""

    def __init__(self, truth_path, rng=None, more_obstacles=False):
        """`rng`: how it is lit and photographed; without it a finished picture is taken as it is. `more_obstacles`: on some, others are laid (laid.py)."""
        with open(truth_path) as f:
            self.truth = json.load(f)
        folder = os.path.dirname(truth_path)
        self.path = os.path.join(folder, self.truth['image'])
        chance = np.random.default_rng(rng.getrandbits(32) if rng else 0)
        if 'light' in self.truth:
            passes = [isp.read_pass(os.path.join(folder, name)) for name in self.truth['light']]
            light = isp.mixed(passes, chance)
        else:
            self.bgr = cv2.imread(self.path, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
            if self.bgr is None:
                raise ValueError('cannot read ' + self.path)
            light = isp.linear(self.bgr) if rng and rng.random() < PHOTOGRAPHED_ANEW else None
        cam = self.truth['camera']
        self.k = np.array(cam['k'], float)
        self.dist = np.array(cam['distortion'], float)
        self.rvec = cv2.Rodrigues(np.array(cam['r'], float))[0]
        self.t = np.array(cam['tMm'], float).reshape(3, 1)
        seen = self.bgr if light is None else light
        self.size = (seen.shape[1], seen.shape[0])
        self.mat = (self.truth['table']['widthMm'], self.truth['table']['depthMm'])
        if light is not None:
            if rng and more_obstacles and rng.random() < LAID:
                lay_obstacles(light, self, rng)
            self.bgr = isp.photograph(light, chance)[0]

    def project(self, points):
        """Pixels; FAR_OUT for what lies behind the camera or beside its lens, which would be seen mirrored."""
        pts = np.asarray(points, float).reshape(-1, 1, 3)
        pixels = cv2.projectPoints(pts, self.rvec, self.t, self.k, self.dist)[0].reshape(-1, 2)
        pixels[~is_before(self, pts.reshape(-1, 3))] = FAR_OUT
        return pixels


def is_before(pic, points):
    """Whether each table point lies before the camera of a picture (a painted one, too), within about 60° of its axis."""
    seen = np.asarray(points, float) @ cv2.Rodrigues(pic.rvec)[0].T + pic.t.ravel()
    return seen[:, 2] > np.maximum(20.0, 0.5 * np.linalg.norm(seen, axis=1))


def photograph_anew(pic, rng):
    """A finished picture through one more camera, now and then with more obstacles on it."""
    light = isp.linear(pic.bgr)
    if rng.random() < LAID:
        lay_obstacles(light, pic, rng)
    pic.bgr = isp.photograph(light, np.random.default_rng(rng.getrandbits(32)))[0]


class Shrunk(Picture):
    """A picture at a quarter of its scale or so, for the mat finder: kept in memory, a hundred samples a second are made of it."""

    LONG_PX = 480

    def __init__(self, truth_path, rng=None):
        super().__init__(truth_path, rng)
        factor = self.LONG_PX / max(self.size)
        self.bgr = cv2.resize(self.bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        fu, fv = self.bgr.shape[1] / self.size[0], self.bgr.shape[0] / self.size[1]
        self.k = np.diag([fu, fv, 1.0]) @ (self.k + [[0, 0, 0.5], [0, 0, 0.5], [0, 0, 0]]) - [[0, 0, 0.5], [0, 0, 0.5], [0, 0, 0]]
        self.size = (self.bgr.shape[1], self.bgr.shape[0])
        self.truth = {}


def tile_of(ship):
    """Width, length and top of the printed tile, mm: as rendered where the truth says so, else the facts' values."""
    width, length = TILE_MM[ship['base']]
    profile = ship.get('profile') or {}
    if 'tileWidthMm' in profile:
        return profile['tileWidthMm'], profile['tileLengthMm'], profile['tileTopMm']
    if 'tileHalfWidthMm' in profile:  # the simulated table's bases
        return 2 * profile['tileHalfWidthMm'], 2 * profile['tileHalfLengthMm'], profile['floorMm'] + profile['tileThicknessMm']
    if 'tileMm' in profile:  # the path tracer's bases: rails may pinch the tile, a lip may shorten it
        half = HALF_MM[ship['base']]
        width = min(width, 2 * (half - profile['railInnerMm']) - 0.5)
        if profile['lipMm']:
            length = 2 * (half - profile['lipMm']) - 0.3
        return width, length, profile['floorMm'] + 0.06 + profile['tileMm']
    return width, length, profile.get('tileTopMm', TILE_TOP_MM)


def keypoints_mm(ship):
    """16 x 3 in the table frame: foot corners, tile corners, hashmarks, guide tips (front-left, front-right, rear-right, rear-left; front, right, rear, left)."""
    h = HALF_MM[ship['base']]
    tw, tl, top = tile_of(ship)
    off = ship.get('tileOffset') or {}
    a = math.radians(off.get('deg', off.get('turnDeg', 0.0)))
    corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    pts = [(sx * h, sy * h, 0.0) for sx, sy in corners]
    tile = [(sx * tw / 2, sy * tl / 2) for sx, sy in corners] + [(0, tl / 2), (tw / 2, 0), (0, -tl / 2), (-tw / 2, 0)]
    for x, y in tile:  # clockwise-positive rotation of the tile in its base
        pts.append((math.cos(a) * x + math.sin(a) * y + off.get('xMm', 0.0), -math.sin(a) * x + math.cos(a) * y + off.get('yMm', 0.0), top))
    pts += [(sx * GUIDE_CENTRE_MM, sy * (h + GUIDE_OUT_MM), 1.2) for sx, sy in corners]
    b = math.radians(ship['headingDeg'])
    return np.array([(ship['xMm'] + math.cos(b) * x + math.sin(b) * y, ship['yMm'] - math.sin(b) * x + math.cos(b) * y, z) for x, y, z in pts])


def photometric(img, rng):
    """Exposure, colour, blur, noise: img float32 0..1, BGR or RGB."""
    img = img * rng.uniform(0.7, 1.35) + rng.uniform(-0.06, 0.06)
    if rng.random() < 0.5:
        img = img * np.array([rng.uniform(0.85, 1.15) for _ in range(3)], np.float32)
    if rng.random() < 0.3:
        img = np.clip(img, 0, 1) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.15:
        g = img.mean(2, keepdims=True)
        img = g + (img - g) * rng.uniform(0.0, 0.6)
    if rng.random() < 0.3:  # prints of every hue, whatever hues the pictures happen to have
        img = img[:, :, rng.sample(range(3), 3)]
    if rng.random() < 0.3:
        img = cv2.GaussianBlur(img, (0, 0), rng.uniform(0.4, 1.3))
    if rng.random() < 0.4:
        img = img + np.random.randn(*img.shape).astype(np.float32) * rng.uniform(0.005, 0.05)
    return np.clip(img, 0, 1).astype(np.float32)


def border_points(mat, n=100):
    w, d = mat
    s = np.linspace(0, 1, n, endpoint=False)
    z = np.zeros(n)
    sides = [np.stack([s * w, z, z], 1), np.stack([z + w, s * d, z], 1), np.stack([w - s * w, z + d, z], 1), np.stack([z, d - s * d, z], 1)]
    return np.concatenate(sides)


def spread_grid(grid, n_rows, n_columns):
    """Bilinear values between the points of a coarse grid that spans the picture from edge to edge; exact, unlike remap's 1/32 steps."""
    def weights(n, g):
        at = np.linspace(0, g - 1, n)
        low = np.minimum(at.astype(int), g - 2)
        w = np.zeros((n, g), np.float32)
        w[np.arange(n), low] = 1 - (at - low)
        w[np.arange(n), low + 1] = at - low
        return w
    rows, columns = weights(n_rows, grid.shape[0]), weights(n_columns, grid.shape[1])
    if grid.ndim == 2:
        return rows @ grid.astype(np.float32) @ columns.T
    return np.stack([rows @ grid[..., c].astype(np.float32) @ columns.T for c in range(grid.shape[2])], 2)


def to_chw(img):
    return np.ascontiguousarray(img[:, :, ::-1].transpose(2, 0, 1))


# ---- mat-finder ------------------------------------------------------------------------------------------------------------

MAT_INPUT = (224, 128)  # letterboxed long side; training uses one shape, the net takes any multiple of 32


def mat_sample(pic, rng, textures=None):
    """`textures`: a stock of them lays the mat on another table, now and then with another print. None where some of the mat lies behind the camera."""
    if not is_before(pic, border_points(pic.mat, 4)).all():
        return None
    w, h = pic.size
    ow, oh = MAT_INPUT
    aspect = rng.choice([16 / 9, 16 / 9, 4 / 3, 1.0, 3 / 4])
    zoom = rng.uniform(0.75, 1.25)
    cw = w / zoom if aspect >= 16 / 9 else h * aspect / zoom
    scale = min(ow / cw, oh / (cw / aspect))
    a = math.radians(rng.uniform(-6, 6))
    cx, cy = w / 2 + rng.uniform(-0.06, 0.06) * w, h / 2 + rng.uniform(-0.06, 0.06) * h
    m = np.array([[scale * math.cos(a), -scale * math.sin(a), 0], [scale * math.sin(a), scale * math.cos(a), 0]])
    m[:, 2] = np.array([ow / 2, oh / 2]) - m[:, :2] @ np.array([cx, cy])
    mirror = rng.random() < 0.5
    if mirror:
        m[0] = -m[0]
        m[0, 2] += ow - 1
    src = pic.bgr
    if scale < 0.6:
        f = 0.5 if scale > 0.3 else 0.25 if scale > 0.15 else 0.125
        src = cv2.resize(src, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        m2 = m.copy()
        m2[:, :2] /= f
        m2[:, 2] += m[:, :2] @ np.array([0.5 / f - 0.5, 0.5 / f - 0.5])
        warp = m2
    else:
        warp = m
    img = cv2.warpAffine(src, warp, (ow, oh), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    inside = cv2.warpAffine(np.ones((h // 4, w // 4), np.float32), np.concatenate([m[:, :2] * 4, m[:, 2:]], 1), (ow, oh))
    pts = pic.project(border_points(pic.mat, 120)) @ m[:, :2].T + m[:, 2]
    if textures and rng.random() < 0.65:
        img = textures.new_table(img, pts, pic.mat, rng)
    if rng.random() < 0.8:
        img = photometric(img, rng)
    img = img * (inside[:, :, None] > 0.5)  # the picture is never larger than it is: outside stays black
    corners = pic.project([(0, 0, 0), (pic.mat[0], 0, 0), (pic.mat[0], pic.mat[1], 0), (0, pic.mat[1], 0)]) @ m[:, :2].T + m[:, 2]
    gw, gh = ow // 4, oh // 4
    mask = np.zeros((oh, ow), np.float32)
    cv2.fillPoly(mask, [np.round(pts * 16).astype(np.int32)], 1.0, shift=4)
    mask = cv2.resize(mask * inside, (gw, gh), interpolation=cv2.INTER_AREA)
    weight = cv2.resize(inside, (gw, gh), interpolation=cv2.INTER_AREA)
    gu, gv = np.meshgrid(np.arange(gw) * 4 + 1.5, np.arange(gh) * 4 + 1.5)
    seen = (pts[:, 0] > -8) & (pts[:, 0] < ow + 8) & (pts[:, 1] > -8) & (pts[:, 1] < oh + 8)
    vec = np.full((2, gh, gw), 99.0, np.float32)
    if seen.any():
        p = pts[seen]
        near = ((gu[..., None] - p[:, 0]) ** 2 + (gv[..., None] - p[:, 1]) ** 2).argmin(2)
        vec = np.stack([(p[near, 0] - gu) / 4, (p[near, 1] - gv) / 4]).astype(np.float32)
    d2 = (vec ** 2).sum(0)
    c = ((gu[..., None] - corners[:, 0]) ** 2 + (gv[..., None] - corners[:, 1]) ** 2).min(2) / 16
    target = np.concatenate([mask[None], np.exp(-d2 / 1.5)[None], vec, np.exp(-c / 3)[None], weight[None]]).astype(np.float32)
    return to_chw(img), target


# ---- base-detector ---------------------------------------------------------------------------------------------------------


class Bend:
    """A smooth error of a coarse registration: table point q appears at rectified place p, with q = p + delta(p)."""

    def __init__(self, rng, size):
        self.size = size
        grow = rng.choice([0.3, 1.0, 1.0])
        self.corner = np.array([[rng.gauss(0, 6), rng.gauss(0, 6)] for _ in range(4)]) * grow
        self.radial = rng.gauss(0, 6) * grow

    def delta(self, p):
        s = p / self.size
        w = np.stack([(1 - s[:, 0]) * (1 - s[:, 1]), s[:, 0] * (1 - s[:, 1]), s[:, 0] * s[:, 1], (1 - s[:, 0]) * s[:, 1]], 1)
        c = (s - 0.5) * 2
        return w @ self.corner + c * ((c ** 2).sum(1, keepdims=True) - 1) * self.radial

    def appears(self, q):
        p = q.copy()
        for _ in range(4):
            p = q - self.delta(p)
        return p


DETECTOR_PX_PER_MM = 0.5


REDUCED_LONG_PX = 960  # as in src/vision/image/rectify.ts


def reduced(pic, further=0):
    """The picture averaged down to about REDUCED_LONG_PX, or `further` once more: (picture, by what it was divided)."""
    shrink = max(1, round(max(pic.size) / REDUCED_LONG_PX)) + further
    stock = pic.__dict__.setdefault('reduced', {1: pic.bgr})
    if shrink not in stock:
        stock[shrink] = cv2.resize(pic.bgr, (round(pic.size[0] / shrink), round(pic.size[1] / shrink)), interpolation=cv2.INTER_AREA)
    return stock[shrink], shrink


# Of the crops for the detector so many show what is about a ship, about what lies about, about the border, about an obstacle; the others any place.
CROPS_ABOUT = (0.45, 0.15, 0.08, 0.2)
CROPS_FOR_OBSTACLES = (0.2, 0.1, 0.05, 0.5)


def detector_sample(pic, rng, about=CROPS_ABOUT, out=128):
    w, d = pic.mat
    bend = Bend(rng, np.array([w, d]))
    a = math.radians(rng.gauss(0, 4))
    if rng.random() < 0.15:
        a += rng.choice([math.pi / 2, -math.pi / 2, math.pi])
    scale = rng.uniform(0.9, 1.12) * DETECTOR_PX_PER_MM
    ships = pic.truth['ships']
    pick = rng.choices(['ship', 'clutter', 'border', 'obstacle', 'any'], [*about, 1 - sum(about)])[0]
    if pick == 'ship' and ships:
        s = rng.choice(ships)
        centre = np.array([s['xMm'], s['yMm']]) + np.array([rng.uniform(-100, 100), rng.uniform(-100, 100)])
    elif pick == 'clutter' and pic.truth.get('clutter'):
        kind = rng.choice(sorted({o['kind'] for o in pic.truth['clutter']}))  # a kind first: templates are few
        centre = np.mean(rng.choice([o for o in pic.truth['clutter'] if o['kind'] == kind])['outlineMm'], 0) + np.array([rng.uniform(-60, 60), rng.uniform(-60, 60)])
    elif pick == 'obstacle' and pic.truth.get('obstacles'):
        centre = np.mean(rng.choice(pic.truth['obstacles'])['outlineMm'], 0) + np.array([rng.uniform(-100, 100), rng.uniform(-100, 100)])
    elif pick == 'border':
        b = border_points(pic.mat, 50)[rng.randrange(200), :2]
        centre = b + np.array([rng.uniform(-60, 60), rng.uniform(-60, 60)])
    else:
        centre = np.array([rng.uniform(0, w), rng.uniform(0, d)])
    at = pic.project([[*centre, 0]])[0]
    if not (-40 < at[0] < pic.size[0] + 40 and -40 < at[1] < pic.size[1] + 40):
        return None
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    rot = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    # crop pixel (u, v) -> rectified mm p = centre + rot @ (mirror * (u - c), -(v - c)) / scale
    c = (out - 1) / 2
    flip = np.array([mirror, -1.0])

    def crop_from_table(q):
        return ((bend.appears(np.asarray(q, float)) - centre) @ rot) * flip * scale + c

    g = np.linspace(0, out - 1, 24)
    gu, gv = np.meshgrid(g, g)
    p = (np.stack([gu.ravel() - c, gv.ravel() - c], 1) * flip / scale) @ rot.T + centre
    q = p + bend.delta(p)
    full = spread_grid(pic.project(np.concatenate([q, np.zeros((len(q), 1))], 1)).reshape(24, 24, 2), out, out)
    # Averaged down first as the pipeline does, now and then further: a coarser camera.
    source, shrink = reduced(pic, int(rng.random() < 0.25))
    img = cv2.remap(source, (full[..., 0] + 0.5) / shrink - 0.5, (full[..., 1] + 0.5) / shrink - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).astype(np.float32) / 255
    iw, ih = pic.size
    inside = ((full[..., 0] > 0) & (full[..., 0] < iw - 1) & (full[..., 1] > 0) & (full[..., 1] < ih - 1)).astype(np.float32)
    img = photometric(img, rng) * inside[..., None]

    n = out // 4
    gu, gv = np.meshgrid(np.arange(n) * 4 + 1.5, np.arange(n) * 4 + 1.5)
    heat = np.zeros((3, n, n), np.float32)
    reg = np.zeros((4, n, n), np.float32)
    regw = np.zeros((n, n), np.float32)
    ok = np.ones((n, n), np.float32)
    turned = [math.radians(s['headingDeg']) for s in ships]
    places = [(s['xMm'], s['yMm']) for s in ships] + [(s['xMm'] + 10 * math.sin(b), s['yMm'] + 10 * math.cos(b)) for s, b in zip(ships, turned)]
    places = crop_from_table(np.array(places).reshape(-1, 2))
    for s, (u, v), tip in zip(ships, places, places[len(ships):]):
        h = HALF_MM[s['base']] * scale
        if not (-h < u < out + h and -h < v < out + h):
            continue
        d2 = ((gu - u) ** 2 + (gv - v) ** 2) / 16
        if s.get('visibleFraction', 1.0) < 0.3:
            ok[d2 < (h / 4) ** 2 * 1.2] = 0
            continue
        sig = {'small': 0.9, 'medium': 1.1, 'large': 1.4}[s['base']]
        ci, cj = round((u - 1.5) / 4), round((v - 1.5) / 4)  # the spot's middle is a whole cell, so that each base has one
        spot = ((np.arange(n) - ci)[None, :] ** 2 + (np.arange(n) - cj)[:, None] ** 2)
        i = SIZES.index(s['base'])
        heat[i] = np.maximum(heat[i], np.exp(-spot / (2 * sig * sig)))
        near = d2 < 2.6
        ahead = (tip - (u, v)) / np.linalg.norm(tip - (u, v))
        reg[0][near] = ((u - gu) / 4)[near]
        reg[1][near] = ((v - gv) / 4)[near]
        reg[2][near] = ahead[0]
        reg[3][near] = -ahead[1]
        regw[near] = 1
    b = crop_from_table(border_points(pic.mat, 460)[:, :2])
    b = b[(b > -12).all(1) & (b < out + 12).all(1)]
    vec = np.full((2, n, n), 99.0, np.float32)
    if len(b):
        near = ((gu[..., None] - b[:, 0]) ** 2 + (gv[..., None] - b[:, 1]) ** 2).argmin(2)
        vec = np.stack([(b[near, 0] - gu) / 4, (b[near, 1] - gv) / 4]).astype(np.float32)
    border = np.exp(-(vec ** 2).sum(0) / 1.5)
    masks = np.zeros((6, out, out), np.float32)
    plane_of = {kind: 3 + i for i, kinds in enumerate(LYING) for kind in kinds}
    outlines = [(KINDS.index(o['kind']), o) for o in pic.truth.get('obstacles', [])]
    outlines += [(plane_of[o['kind']], o) for o in pic.truth.get('clutter', []) if o['kind'] in plane_of]
    for plane, o in outlines:
        poly = crop_from_table(np.array(o['outlineMm'], float))
        if (poly.max(0) > 0).all() and (poly.min(0) < out).all():
            cv2.fillPoly(masks[plane], [np.round(poly * 16).astype(np.int32)], 1.0, shift=4)
    masks = np.stack([cv2.resize(m, (n, n), interpolation=cv2.INTER_AREA) for m in masks])
    seen = cv2.resize(inside, (n, n), interpolation=cv2.INTER_AREA) > 0.99
    told = np.full((out, out), float('clutter' in pic.truth))  # pictures that do not say what lies about teach nothing of it
    for o in pic.truth.get('clutter', []):  # nor do sheets of paper: some are printed like cards
        if o['kind'] == 'paper':
            cv2.fillPoly(told, [np.round(crop_from_table(np.array(o['outlineMm'], float)) * 16).astype(np.int32)], 0.0, shift=4)
    told = cv2.resize(told, (n, n), interpolation=cv2.INTER_AREA)[None]
    target = np.concatenate([heat, reg, regw[None], (ok * seen)[None], border[None], vec, masks, told]).astype(np.float32)
    return to_chw(img), target


# ---- frame -----------------------------------------------------------------------------------------------------------------

FRAME_INPUT = (256, 192)  # a window of the frame for training; the net takes any multiple of 32
FRAME_BASE_PX = (14.0, 220.0)
FRAME_MASKS = ('obstacle', 'strip', 'card')  # then the mat


def frame_sample(pic, rng, out=FRAME_INPUT):
    """A window of the frame itself, at a scale at which some base is FRAME_BASE_PX wide.

    Target at stride 4: heat of the bases' middles by size (3), corners of the foot from the cell, cells (8: front left, front right, rear right, rear left; x, y),
    width of the base, cells, where they are taught (1), where bases are judged (1), masks of obstacles of any outline, of templates and rulers, of cards, of the mat (4),
    border heat (1) and the vector to its nearest point, cells (2), where masks are judged (1)."""
    ow, oh = out
    ships = [(s, pic.project(keypoints_mm(s)[:4])) for s in pic.truth['ships']]
    ships = [(s, feet) for s, feet in ships if feet.max() < FAR_OUT / 2]
    seen = [(s, feet) for s, feet in ships if (feet.mean(0) > 0).all() and (feet.mean(0) < pic.size).all() and s.get('visibleFraction', 1.0) > 0.3]
    if seen and rng.random() < 0.85:
        _, feet = rng.choice(seen)
        wanted = math.exp(rng.uniform(*(math.log(px) for px in FRAME_BASE_PX)))
        scale = wanted / np.linalg.norm(feet - np.roll(feet, -1, 0), axis=1).mean()
        centre = feet.mean(0) + np.array([rng.uniform(-0.4, 0.4) * ow, rng.uniform(-0.4, 0.4) * oh]) / scale
    else:
        scale = math.exp(rng.uniform(math.log(0.2), math.log(1.2)))
        centre = np.array([rng.uniform(0, pic.size[0]), rng.uniform(0, pic.size[1])])
    scale = min(max(scale, 0.9 * min(ow / pic.size[0], oh / pic.size[1])), 1.6)
    a = math.radians(rng.gauss(0, 8))
    mirror = rng.random() < 0.5
    m = np.zeros((2, 3))
    m[:, :2] = scale * np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) * ([[-1], [1]] if mirror else [[1], [1]])
    m[:, 2] = np.array([(ow - 1) / 2, (oh - 1) / 2]) - m[:, :2] @ centre
    src, warp = pic.bgr, m
    if scale < 0.6:  # averaged down first
        f = 0.5 if scale > 0.3 else 0.25
        src = cv2.resize(src, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        warp = np.concatenate([m[:, :2] / f, m[:, 2:] + m[:, :2] @ np.array([[0.5], [0.5]]) * (1 / f - 1)], 1)
    img = cv2.warpAffine(src, warp, (ow, oh), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    inside = cv2.warpAffine(np.ones(pic.bgr.shape[:2], np.float32), m, (ow, oh))
    img = photometric(img, rng) * (inside[..., None] > 0.5)

    gw, gh = ow // 4, oh // 4
    gu, gv = np.meshgrid(np.arange(gw) * 4 + 1.5, np.arange(gh) * 4 + 1.5)
    heat, corners, width = np.zeros((3, gh, gw), np.float32), np.zeros((8, gh, gw), np.float32), np.zeros((gh, gw), np.float32)
    ok = cv2.resize(inside, (gw, gh), interpolation=cv2.INTER_AREA) > 0.99
    judged = ok.astype(np.float32)
    for s, feet in ships:
        at = feet @ m[:, :2].T + m[:, 2]
        if mirror:
            at = at[[1, 0, 3, 2]]
        u, v = at.mean(0)
        side = np.linalg.norm(at - np.roll(at, -1, 0), axis=1).mean()
        if not (-side < u < ow + side and -side < v < oh + side):
            continue
        d = np.hypot(gu - u, gv - v)
        if s.get('visibleFraction', 1.0) < 0.3 or not FRAME_BASE_PX[0] * 0.8 < side < FRAME_BASE_PX[1] * 1.2:
            judged[d < side * 0.6] = 0
            continue
        ci, cj, spread = round((u - 1.5) / 4), round((v - 1.5) / 4), max(0.9, 0.07 * side / 4)
        spot = (np.arange(gw) - ci)[None, :] ** 2 + (np.arange(gh) - cj)[:, None] ** 2
        i = SIZES.index(s['base'])
        heat[i] = np.maximum(heat[i], np.exp(-spot / (2 * spread * spread)))
        near = d < max(6.0, 0.12 * side)
        for k, (x, y) in enumerate(at):
            corners[2 * k][near] = ((x - gu) / 4)[near]
            corners[2 * k + 1][near] = ((y - gv) / 4)[near]
        width[near] = side / 4
    masks = np.zeros((4, oh, ow), np.float32)
    kinds = {kind: plane for plane, group in ((1, ('straight', 'ruler', 'curve')), (2, ('card', 'deck'))) for kind in group}
    for plane, o in [(0, o) for o in pic.truth.get('obstacles', [])] + [(kinds[o['kind']], o) for o in pic.truth.get('clutter', []) if o['kind'] in kinds]:
        outline = np.array(o['outlineMm'], float)
        outline = pic.project(np.concatenate([outline, np.zeros((len(outline), 1))], 1))
        if outline.max() < FAR_OUT / 2:
            cv2.fillPoly(masks[plane], [np.round((outline @ m[:, :2].T + m[:, 2]) * 16).astype(np.int32)], 1.0, shift=4)
    masks[3] = on_mat(pic, m, ow, oh)
    masks = np.stack([cv2.resize(one, (gw, gh), interpolation=cv2.INTER_AREA) for one in masks])
    b = pic.project(border_points(pic.mat, 460)) @ m[:, :2].T + m[:, 2]
    b = b[(b > -12).all(1) & (b[:, 0] < ow + 12) & (b[:, 1] < oh + 12)]
    vec = np.full((2, gh, gw), 99.0, np.float32)
    if len(b):
        near = ((gu[..., None] - b[:, 0]) ** 2 + (gv[..., None] - b[:, 1]) ** 2).argmin(2)
        vec = np.stack([(b[near, 0] - gu) / 4, (b[near, 1] - gv) / 4]).astype(np.float32)
    border = np.exp(-(vec ** 2).sum(0) / 1.5)
    target = np.concatenate([heat, corners, width[None], judged[None], masks, border[None], vec, ok[None]]).astype(np.float32)
    return to_chw(img), target


def on_mat(pic, m, width, height, step=4):
    """Which pixels of a window look at the mat: each is followed to the table, so that a mat that reaches behind the camera does no harm."""
    gu, gv = np.meshgrid(np.arange(0, width, step) + (step - 1) / 2, np.arange(0, height, step) + (step - 1) / 2)
    pixels = (np.stack([gu.ravel(), gv.ravel()], 1) - m[:, 2]) @ np.linalg.inv(m[:, :2]).T
    ideal = cv2.undistortPoints(pixels.reshape(-1, 1, 2), pic.k, pic.dist).reshape(-1, 2)
    r = cv2.Rodrigues(pic.rvec)[0]
    rays = np.concatenate([ideal, np.ones((len(ideal), 1))], 1) @ r
    eye = -r.T @ pic.t.ravel()
    reach = -eye[2] / np.where(np.abs(rays[:, 2]) < 1e-9, 1e-9, rays[:, 2])
    at = eye[:2] + rays[:, :2] * reach[:, None]
    hit = (reach > 0) & (at > 0).all(1) & (at < pic.mat).all(1)
    return cv2.resize(hit.reshape(gu.shape).astype(np.float32), (width, height), interpolation=cv2.INTER_NEAREST)


# ---- base-keypoints --------------------------------------------------------------------------------------------------------


def crop_corners_mm(x, y, heading, rng=None):
    """The crop's corners on the mat: its window is CROP_PX / CROP_PX_PER_MM wide, forward is up."""
    half = CROP_PX / CROP_PX_PER_MM / 2
    out = []
    for lx, ly in [(-half, half), (half, half), (half, -half), (-half, -half)]:
        px, py = x + math.cos(heading) * lx + math.sin(heading) * ly, y - math.sin(heading) * lx + math.cos(heading) * ly
        out.append((px, py, 2.0))
    return np.array(out)


def on_clutter(lying, rng):
    """x, y, heading of a crop on a card or a token, mostly square on it: half a card has a base's size and two colours."""
    cards = [o for o in lying if o['kind'] == 'card']
    outline = np.array(rng.choice(cards if cards and rng.random() < 0.7 else lying)['outlineMm'])
    sides = np.roll(outline, -1, 0) - outline
    along = sides[(sides ** 2).sum(1).argmax()]
    heading = rng.uniform(-math.pi, math.pi)
    if rng.random() < 0.8:
        heading = math.atan2(along[0], along[1]) + rng.randrange(4) * math.pi / 2 + rng.gauss(0, 0.05)
    middle = outline.mean(0) + (outline[rng.randrange(len(outline))] - outline.mean(0)) * rng.uniform(0, 0.6)
    return middle[0] + rng.gauss(0, 4), middle[1] + rng.gauss(0, 4), heading


def keypoint_sample(pic, rng, ship):
    """One crop; target: 16 keypoints (crop px), 16 weights, class: base 0/1, size index."""
    if ship is None:
        x, y, heading = rng.uniform(0, pic.mat[0]), rng.uniform(0, pic.mat[1]), rng.uniform(-math.pi, math.pi)
        obstacles = pic.truth.get('obstacles', [])
        lying = pic.truth.get('clutter', [])
        near = rng.random()
        if lying and rng.random() < 0.4:
            x, y, heading = on_clutter(lying, rng)
        elif near < 0.45 and obstacles:  # what the detector takes for a base most easily
            x, y = np.mean(rng.choice(obstacles)['outlineMm'], 0) + [rng.gauss(0, 6), rng.gauss(0, 6)]
        elif near < 0.65 and pic.truth['ships']:  # beside a base, under its miniature
            s = rng.choice(pic.truth['ships'])
            x, y = s['xMm'] + rng.gauss(0, 55), s['yMm'] + rng.gauss(0, 55)
        for s in pic.truth['ships']:
            if math.hypot(s['xMm'] - x, s['yMm'] - y) < HALF_MM[s['base']] + 12:
                return None
        scale = 1.0
        if rng.random() < CLOSE_SHARE:
            scale = rng.choice([(HALF_MM[size] + CLOSE_MARGIN_MM) * 2 * CROP_PX_PER_MM / CROP_PX for size in SIZES])
    else:
        close = rng.random() < CLOSE_SHARE
        wide = rng.random() < 0.25 and not close
        x = ship['xMm'] + rng.gauss(0, 4.0 if wide else 1.5)
        y = ship['yMm'] + rng.gauss(0, 4.0 if wide else 1.5)
        heading = math.radians(ship['headingDeg'] + rng.gauss(0, 10.0 if wide else 3.0))
        if rng.random() < 0.3 and not close:
            heading += rng.choice([math.pi / 2, math.pi, -math.pi / 2])
        scale = rng.gauss(1.0, 0.04)
        if close:
            scale *= (HALF_MM[ship['base']] + CLOSE_MARGIN_MM) * 2 * CROP_PX_PER_MM / CROP_PX
    corners = crop_corners_mm(x, y, heading)
    corners = corners.mean(0) + (corners - corners.mean(0)) * scale
    corners[:, :2] += np.array([[rng.gauss(0, 1.2), rng.gauss(0, 1.2)] for _ in range(4)])
    image = pic.project(corners).astype(np.float32)
    middle = image.mean(0)
    if not (0 < middle[0] < pic.size[0] and 0 < middle[1] < pic.size[1]):
        return None
    mirror = rng.random() < 0.5
    m = crop_transform(image, CROP_PX, mirror)
    if m is None:
        return None
    img = cv2.warpPerspective(pic.bgr, m, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    img = photometric(img, rng)
    kp = np.zeros((16, 2), np.float32)
    weight = np.zeros(16, np.float32)
    cls = np.array([0.0, -1.0], np.float32)
    if ship is not None:
        if rng.random() < 0.25:
            occlude(img, rng)
        px = pic.project(keypoints_mm(ship))
        kp = cv2.perspectiveTransform(px.reshape(1, -1, 2), m).reshape(-1, 2).astype(np.float32)
        if mirror:
            kp = kp[MIRROR]
        seen = (px[:, 0] > 0) & (px[:, 1] > 0) & (px[:, 0] < pic.size[0] - 1) & (px[:, 1] < pic.size[1] - 1)
        inside = (kp > 1).all(1) & (kp < CROP_PX - 2).all(1)
        weight = (seen & inside).astype(np.float32)
        # A close crop is cut to its base's size: it cannot tell it.
        cls = np.array([1.0, -1.0 if close else SIZES.index(ship['base'])], np.float32)
        if ship.get('visibleFraction', 1.0) < 0.3:
            return None
    return to_chw(img), np.concatenate([kp.ravel(), weight, cls])


def occlude(img, rng):
    """Something in front: a wing, a finger, a token; random polygons of one colour with a soft edge."""
    occlude_with(img, occlude_patch(rng))


def occlude_patch(rng):
    c = np.array([rng.uniform(0, 1), rng.uniform(0, 1)])
    pts = np.array([c + np.array([rng.gauss(0, 0.14), rng.gauss(0, 0.14)]) for _ in range(rng.randint(3, 6))])
    return pts, np.array([rng.random() for _ in range(3)], np.float32) * rng.uniform(0.2, 1)


def occlude_with(img, patch):
    pts, shade = patch
    mask = np.zeros(img.shape[:2], np.float32)
    cv2.fillPoly(mask, [cv2.convexHull(np.round(pts * img.shape[0]).astype(np.int32))], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None]
    img[:] = img * (1 - mask) + shade * mask


# ---- base-size -------------------------------------------------------------------------------------------------------------

SIZE_PX = 96
SIZE_CROP_REACH = 1.5  # half of a size crop, in halves of its base
SIZE_MIN_PX, SIZE_MAX_PX = 16, 120  # widths that a base is seen at, where its picture is no coarser
# Of a base's crops so many are turned by a quarter, or by two: which end is its front may be misread.
TURNED = 0.3


def size_sample(pic, rng, ship):
    """One crop in which every base is as large as any other, cut where a pose and a plane that are a little off have it; target: its size index."""
    half = HALF_MM[ship['base']]
    x, y = ship['xMm'] + rng.gauss(0, 0.05) * half, ship['yMm'] + rng.gauss(0, 0.05) * half
    heading = math.radians(ship['headingDeg'] + rng.gauss(0, 4.0))
    if rng.random() < TURNED:
        heading += rng.choice([math.pi / 2, math.pi, -math.pi / 2])
    local = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * SIZE_CROP_REACH * np.array([rng.gauss(1, 0.04), rng.gauss(1, 0.04)]) * rng.gauss(1, 0.05)
    local = (local + np.array([[rng.gauss(0, 0.05), rng.gauss(0, 0.05)] for _ in range(4)])) * half
    ahead, beside = np.array([math.sin(heading), math.cos(heading)]), np.array([math.cos(heading), -math.sin(heading)])
    image = pic.project(np.column_stack([np.array([x, y]) + local[:, :1] * beside + local[:, 1:] * ahead, np.zeros(4)])).astype(np.float32)
    feet = pic.project(keypoints_mm(ship)[:4])
    # A base cut off by the picture's edge may be of any size.
    if abs(image).max() > 1e5 or not ((feet > -2).all() and (feet < np.array(pic.size) + 1).all()) or ship.get('visibleFraction', 1.0) < 0.3:
        return None
    m = crop_transform(image, SIZE_PX, rng.random() < 0.5)
    if m is None:
        return None
    img = averaged_crop(pic.bgr, m, image, SIZE_PX)
    # A large base has more pixels than a small one beside it: how sharp it is must say nothing.
    width = np.linalg.norm(feet - np.roll(feet, -1, 0), axis=1).mean()
    coarser = math.exp(rng.uniform(math.log(SIZE_MIN_PX), math.log(SIZE_MAX_PX))) / width
    if coarser < 0.9:
        side = max(8, round(SIZE_PX * coarser * min(1, width * SIZE_CROP_REACH / SIZE_PX)))
        img = cv2.resize(cv2.resize(img, (side, side), interpolation=cv2.INTER_AREA), (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_LINEAR)
    img = photometric(img, rng)
    if rng.random() < 0.25:
        occlude(img, rng)
    return to_chw(img), np.array([SIZES.index(ship['base'])], np.float32)


# ---- obstacle-outline ------------------------------------------------------------------------------------------------------

OBSTACLE_PX = 128
OBSTACLE_HALF_MM = 64.0  # half of the crop's window: the largest obstacle reaches 50 mm from its centroid
MAX_SAMPLED = 4  # so many samples a crop pixel and direction where the picture is finer than the crop
# Of the crops so many show an obstacle, what lies about, a ship's miniature or what is beside it; the others any place.
OBSTACLE_CROPS_ABOUT = (0.4, 0.12, 0.28)
MINIATURE_MM = (10.0, 90.0)  # heights in which miniatures are seen
IN_THE_MIDDLE_MM, NOT_IN_THE_MIDDLE_MM = 4.0, 14.0  # from the outline outwards: what lies between teaches nothing
MIN_SEEN = 0.5  # of an obstacle's crop area, else its middle teaches nothing


def obstacle_sample(pic, rng):
    """One crop; target: obstacle in the middle 0/1, weight of that, its kind or -1; then for each cell the share of obstacles in it and its weight."""
    obstacles, clutter, ships = pic.truth.get('obstacles', []), pic.truth.get('clutter', []), pic.truth['ships']
    pick = rng.choices(['obstacle', 'clutter', 'ship', 'any'], [*OBSTACLE_CROPS_ABOUT, 1 - sum(OBSTACLE_CROPS_ABOUT)])[0]
    if pick == 'obstacle' and obstacles:
        off = 9 if rng.random() < 0.85 else 25
        x, y = np.mean(rng.choice(obstacles)['outlineMm'], 0) + [rng.gauss(0, off), rng.gauss(0, off)]
    elif pick == 'clutter' and clutter:
        x, y = np.mean(rng.choice(clutter)['outlineMm'], 0) + [rng.gauss(0, 8), rng.gauss(0, 8)]
    elif pick == 'ship' and ships:
        ship = rng.choice(ships)
        if rng.random() < 0.7:  # where the camera sees the miniature before the mat
            h = HALF_MM[ship['base']]
            x, y = behind(pic, ship['xMm'] + rng.uniform(-h, h), ship['yMm'] + rng.uniform(-h, h), rng.uniform(*MINIATURE_MM))
        else:
            x, y = ship['xMm'] + rng.gauss(0, 45), ship['yMm'] + rng.gauss(0, 45)
    else:
        x, y = rng.uniform(0, pic.mat[0]), rng.uniform(0, pic.mat[1])
    turn = rng.uniform(-math.pi, math.pi)
    half = OBSTACLE_HALF_MM * rng.gauss(1, 0.05)
    local = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half + np.array([[rng.gauss(0, 1.5), rng.gauss(0, 1.5)] for _ in range(4)])
    corners = np.array([x, y]) + local @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    image = pic.project(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    middle = image.mean(0)
    if abs(image).max() > 1e5 or not (0 < middle[0] < pic.size[0] and 0 < middle[1] < pic.size[1]):
        return None
    m = crop_transform(image, OBSTACLE_PX, rng.random() < 0.5)
    if m is None:
        return None
    img = photometric(averaged_crop(pic.bgr, m, image, OBSTACLE_PX), rng)

    def in_crop(points):
        seen = pic.project(np.column_stack([points, np.zeros(len(points))]))
        return cv2.perspectiveTransform(seen.reshape(1, -1, 2), m).reshape(-1, 2) if abs(seen).max() < FAR_OUT / 2 else None

    def filled(polygons):
        up = 4  # fillPoly also fills the pixels that an outline touches
        mask = np.zeros((up * OBSTACLE_PX, up * OBSTACLE_PX), np.float32)
        for polygon in polygons:
            if polygon is not None and abs(polygon).max() < 2000:
                cv2.fillPoly(mask, [np.round(((polygon + 0.5) * up - 0.5) * 16).astype(np.int32)], 1.0, shift=4)
        return cv2.resize(mask, (OBSTACLE_PX, OBSTACLE_PX), interpolation=cv2.INTER_AREA)

    inside = cv2.warpPerspective(np.ones((pic.size[1], pic.size[0]), np.uint8), m, (OBSTACLE_PX, OBSTACLE_PX), flags=cv2.INTER_NEAREST)
    # What a base hides is no part of what is seen, and no fault of the net.
    free = inside * (1 - filled([in_crop(keypoints_mm(ship)[:4, :2]) for ship in ships]))
    outlines = [np.array(o['outlineMm'], np.float32) for o in obstacles]
    masks = [filled([in_crop(outline)]) for outline in outlines]
    away = [-cv2.pointPolygonTest(outline, (float(x), float(y)), True) for outline in outlines]
    nearest = int(np.argmin(away)) if away else -1
    is_there = nearest >= 0 and away[nearest] < IN_THE_MIDDLE_MM
    if is_there:
        known = (masks[nearest] * free).sum() > MIN_SEEN * max(1.0, masks[nearest].sum())
    else:
        known = nearest < 0 or away[nearest] > NOT_IN_THE_MIDDLE_MM
    kind = KINDS.index(obstacles[nearest]['kind']) if is_there else -1
    n = OBSTACLE_PX // 4
    mask = cv2.resize(np.max(masks, 0) if masks else np.zeros_like(free), (n, n), interpolation=cv2.INTER_AREA)
    weight = cv2.resize(free.astype(np.float32), (n, n), interpolation=cv2.INTER_AREA) > 0.99
    return to_chw(img), np.concatenate([[float(is_there), float(known), kind], mask.ravel(), weight.ravel()]).astype(np.float32)


def behind(pic, x, y, z):
    """The place on the mat that is seen where x, y, z is; far away where there is none."""
    r = cv2.Rodrigues(pic.rvec)[0]
    eye = -r.T @ pic.t.ravel()
    return eye[:2] + (np.array([x, y]) - eye[:2]) * eye[2] / max(eye[2] - z, 1e-3)


def crop_transform(image, side, mirror):
    """From pixels to a square crop whose corners are seen at `image`, mirrored or not; None where these span no square."""
    c = side - 0.5
    crop = np.array([(-0.5, -0.5), (c, -0.5), (c, c), (-0.5, c)], np.float32)
    m = cv2.getPerspectiveTransform(image, crop[[1, 0, 3, 2]] if mirror else crop)
    return m if np.isfinite(m).all() else None


def averaged_crop(bgr, m, image, side):
    """A square crop, 0..1, averaged where the picture is finer; `image`: its corners in the picture."""
    finer = min(MAX_SAMPLED, max(1, round(math.sqrt(abs(cv2.contourArea(image))) / side)))
    if finer > 1:
        m = np.array([[finer, 0, (finer - 1) / 2], [0, finer, (finer - 1) / 2], [0, 0, 1]]) @ m
    crop = cv2.warpPerspective(bgr, m, (side * finer, side * finer), flags=cv2.INTER_LINEAR)
    if finer > 1:
        crop = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    return crop.astype(np.float32) / 255


# ---- mat-edge --------------------------------------------------------------------------------------------------------------

STRIP_PX = (48, 16)  # across the border, inside on the left; along it
STRIP_MM = (16.0, 32.0)


def strip_sample(pic, rng):
    """One strip; target: place of the edge (px across), whether it is there 0/1."""
    w, d = pic.mat
    side = rng.randrange(4)
    long = w if side % 2 == 0 else d
    s = rng.uniform(15, long - 15)
    at, out = [((s, 0), (0, -1)), ((w, s), (1, 0)), ((s, d), (0, 1)), ((0, s), (-1, 0))][side]
    at, out = np.array(at, float), np.array(out, float)
    off = rng.gauss(0, 2.5)
    is_there = rng.random() < 0.75
    if not is_there:  # beside the border, or anywhere
        off = rng.choice([-1, 1]) * rng.uniform(9.5, 60) if rng.random() < 0.6 else rng.uniform(-400, 30)
        if rng.random() < 0.3:
            a = rng.uniform(-math.pi, math.pi)
            out = np.array([math.cos(a), math.sin(a)])
            at, off = np.array([rng.uniform(40, w - 40), rng.uniform(40, d - 40)]), 0.0
    elif abs(off) > 7.2:
        return None
    turn = math.radians(rng.gauss(0, 1.2))
    across = np.array([math.cos(turn) * out[0] - math.sin(turn) * out[1], math.sin(turn) * out[0] + math.cos(turn) * out[1]])
    along = np.array([-across[1], across[0]]) * rng.choice([-1, 1])
    centre = at + out * off
    beside = np.array([-out[1], out[0]])
    ends = [[*(at + q * beside), 0] for q in (-12, 12)]
    return cut_strip(pic, rng, centre, across, along, ends if is_there else None)


def cut_strip(pic, rng, centre, across, along, ends):
    """A strip with its target: where the edge through `ends` (two table points) crosses its middle line, and whether there is one."""
    half = np.array(STRIP_MM) / 2 * rng.gauss(1, 0.03)
    corners = np.array([[*(centre + sx * half[0] * across + sy * half[1] * along), 0] for sx, sy in [(-1, -1), (1, -1), (1, 1), (-1, 1)]])
    image = pic.project(corners).astype(np.float32)
    if (image < 1).any() or (image[:, 0] > pic.size[0] - 2).any() or (image[:, 1] > pic.size[1] - 2).any():
        return None
    pw, ph = STRIP_PX
    crop = np.array([(-0.5, -0.5), (pw - 0.5, -0.5), (pw - 0.5, ph - 0.5), (-0.5, ph - 0.5)], np.float32)
    m = cv2.getPerspectiveTransform(image, crop)
    if not np.isfinite(m).all():
        return None
    img = cv2.warpPerspective(pic.bgr, m, STRIP_PX, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    img = photometric(img, rng)
    place = 0.0
    if ends is not None:
        a, b = cv2.perspectiveTransform(pic.project(ends).reshape(1, -1, 2), m).reshape(-1, 2)
        place = a[0] + ((ph - 1) / 2 - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        if not 1 < place < pw - 2:
            return None
    return to_chw(img), np.array([place, float(ends is not None)], np.float32)


# ---- base-sides ------------------------------------------------------------------------------------------------------------

SIDE_MIRROR = [1, 0, 7, 6, 5, 4, 3, 2]  # left is right, and clockwise the other way round


def side_sample(pic, rng, ship):
    """One base, cut where a pose and a camera that are a little off expect it; target: 16 distances from its middle (crop px), then 16 weights."""
    half = HALF_MM[ship['base']]
    reach = half * SIDE_REACH
    px_per_mm = SIDE_PX / (2 * reach)
    wide = 2.0 if rng.random() < 0.25 else 1.0
    x, y = ship['xMm'] + rng.gauss(0, 0.9 * wide), ship['yMm'] + rng.gauss(0, 0.9 * wide)
    heading = math.radians(ship['headingDeg'] + rng.gauss(0, 1.2 * wide))
    scale = rng.gauss(1, 0.012)
    jitter = np.array([[rng.gauss(0, 0.35), rng.gauss(0, 0.35)] for _ in range(4)])
    local = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * reach * scale + jitter
    ahead, beside = np.array([math.sin(heading), math.cos(heading)]), np.array([math.cos(heading), -math.sin(heading)])
    corners = np.array([x, y]) + local[:, :1] * beside + local[:, 1:] * ahead
    mirror = rng.random() < 0.5
    tw, tl, _ = tile_of(ship)
    keypoints = keypoints_mm(ship)
    images, places, weights = [], [], []
    for on_tile in (False, True):
        z = TILE_TOP_MM if on_tile else 0.0
        image = pic.project(np.concatenate([corners, np.full((4, 1), z)], 1)).astype(np.float32)
        m = crop_transform(image, SIDE_PX, mirror) if np.isfinite(image).all() and abs(image).max() <= 1e5 else None
        if m is None:
            return None
        images.append(cv2.warpPerspective(pic.bgr, m, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR).astype(np.float32) / 255)
        true = pic.project(keypoints[4:8] if on_tile else keypoints[:4])
        inside = ((true > 1) & (true < np.array(pic.size) - 2)).all(1)
        seen = cv2.perspectiveTransform(true.reshape(1, -1, 2), m).reshape(-1, 2)
        nominal = np.array(TILE_MM[ship['base']] if on_tile else (2 * half, 2 * half)) / 2 * px_per_mm
        at, weight = np.zeros(8, np.float32), np.zeros(8, np.float32)
        for side in range(4):
            a, b = seen[[(0, 1), (1, 2), (2, 3), (3, 0)][side], :]
            if mirror:  # measured in the unmirrored crop
                a, b = (np.array([SIDE_PX - 1 - q[0], q[1]]) for q in (a, b))
            a, b = ((q - (SIDE_PX - 1) / 2) * (1, -1) for q in (a, b))  # right, up
            out, along = [((0, 1), (1, 0)), ((1, 0), (0, -1)), ((0, -1), (-1, 0)), ((-1, 0), (0, 1))][side]
            for k, s in enumerate((-0.5, 0.5)):
                goal = s * nominal[side % 2]
                (sa, oa), (sb, ob) = ((q @ along, q @ out) for q in (a, b))
                at[2 * side + k] = oa + (goal - sa) / (sb - sa) * (ob - oa)
                weight[2 * side + k] = float(inside[[(0, 1), (1, 2), (2, 3), (3, 0)][side][k]])
        if mirror:
            at, weight = at[SIDE_MIRROR], weight[SIDE_MIRROR]
        if abs(at - np.repeat(nominal[[1, 0, 1, 0]], 2)).max() > 16:
            return None
        places.append(at)
        weights.append(weight)
    if np.concatenate(weights).sum() < 8:
        return None
    both = photometric(np.concatenate(images, 0), rng)
    if rng.random() < 0.2:
        patch = occlude_patch(rng)
        for i in range(2):
            occlude_with(both[i * SIDE_PX:(i + 1) * SIDE_PX], patch)
    # How far a millimetre of height moves what is seen: the tile's plane against the foot's, at the base's middle.
    middle = pic.project(np.array([[x, y, 0.0], [x, y, 1.0], [x + beside[0], y + beside[1], 0.0], [x + ahead[0], y + ahead[1], 0.0]]))
    per_mm = np.stack([middle[2] - middle[0], middle[3] - middle[0]], 1)
    right, up = np.linalg.solve(per_mm, middle[1] - middle[0])
    lean = np.ones((2, SIDE_PX, SIDE_PX), np.float32) * np.array([-right if mirror else right, up], np.float32)[:, None, None] * 0.5
    stack = np.concatenate([to_chw(both[:SIDE_PX]), to_chw(both[SIDE_PX:]), np.clip(lean, -1, 1) * 0.5 + 0.5])
    return stack, np.concatenate([*places, *weights]).astype(np.float32)
