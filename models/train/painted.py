"""Painted tables: pictures with truth made in a tenth of a second, for learning what varies before the rendered pictures teach how it looks.

No light is simulated: printed tiles and mats are warped through the true camera, plastic is tinted polygons with broken bright edges,
miniatures are hulls of boxes. Everything that a net must not rely on is drawn at random; everything that it must find stands where the
truth says, to a tenth of a pixel (drawn three times enlarged, then averaged).
"""
import math
import os
import random
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'path_traced'))

import mat_print
import tile_print
from chance import Chance
from pictures import spread_grid
from sizes import HALF_MM

UP = 3  # supersampling


class Bank:
    """Prints painted once: tiles by size, mats, other surfaces. Colours, contrast and orientation vary at every use."""

    def __init__(self, seed, tiles=90, mats=36):
        cv2.setNumThreads(1)
        self.tiles = {s: [to8(tile_print.paint_tile(Chance('painted', seed, s, i), s, 6)) for i in range(tiles)] for s in HALF_MM}
        self.mats = [to8(mat_print.paint_mat(Chance('painted', seed, 'mat', i), 768)[1]) for i in range(mats)]


def to8(picture):
    return (np.clip(picture[..., ::-1], 0, 1) * 255).astype(np.uint8)


def jitter_colour(img, rng, strength=1.0):
    out = img.astype(np.float32) / 255
    if rng.random() < 0.4:
        hsv = cv2.cvtColor(out, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 360)) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.2, 1.4), 0, 1)
        out = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return np.clip(out * rng.uniform(1 - 0.5 * strength, 1 + 0.3 * strength) + rng.uniform(-0.08, 0.12) * strength, 0, 1)


def periodic(rng, n=900):
    """A cloth, tiles or planks: bands of a few colours along one or both axes, a little askew. Float, n x n x 3."""
    turn = rng.gauss(0, 0.08) + rng.choice([0, math.pi / 2])
    v, u = np.mgrid[0:n, 0:n].astype(np.float32)
    along, across = u * math.cos(turn) + v * math.sin(turn), -u * math.sin(turn) + v * math.cos(turn)
    period, duty = rng.uniform(10, 110), rng.uniform(0.08, 0.6)

    def bands(x, p):
        edge = np.abs((x / p) % 1 - duty / 2)
        return np.clip((duty / 2 - np.minimum(edge, 1 - edge)) * p + 0.5, 0, 1)[..., None]

    first, second = (np.array([rng.random() for _ in range(3)], np.float32) for _ in range(2))
    kind = rng.choice(['stripes', 'gingham', 'tiles', 'planks'])
    if kind == 'stripes':
        weight = bands(along, period)
    elif kind == 'gingham':
        weight = (bands(along, period) + bands(across, period)) / 2
    elif kind == 'tiles':
        weight = np.maximum(bands(along, period), bands(across, period * rng.uniform(0.5, 4)))
    else:
        shade = np.array([rng.random() for _ in range(2 * n + 2)], np.float32)
        weight = shade[np.clip((across / period).astype(int) + n, 0, 2 * n)][..., None] * rng.uniform(0.2, 0.8)
    return first * (1 - weight) + second * weight + np.random.randn(n // 8 + 1, n // 8 + 1, 1).repeat(8, 0).repeat(8, 1)[:n, :n].astype(np.float32) * 0.03


class PaintedPicture:
    """Looks like pictures.Picture: bgr, camera, truth, project()."""

    def __init__(self, bank, rng, view):
        """`view`: 'window' shows 440 x 440 px of a 1080p camera around a ship or the border, 'small' the whole frame at 640 x 360."""
        self.rng = rng
        self.size = (1920, 1080)
        self.mat = (rng.uniform(900, 925), rng.uniform(900, 925))
        self._camera()
        profile = self._profile()
        ships = self._layout(profile)
        self.truth = {'ships': ships, 'obstacles': self._obstacles(ships)}
        self._frame(view)
        light = np.array([rng.gauss(0, 0.6), rng.gauss(0, 0.6), 1.0])
        self.light = light / np.linalg.norm(light)
        canvas = self._ground(bank)
        self._flat_things(canvas)
        order = sorted(ships, key=lambda s: -self._depth(s))
        order = [s for s in order if self._in_view(s, 150)]
        for ship in order:
            self._ship(canvas, ship, bank)
        self._above(canvas)
        for ship, size in [(s, rng.uniform(0.6, 1.3)) for s in order]:
            self._miniature(canvas, ship, size)
        self.bgr = self._develop(canvas)

    # -- camera and things

    def _camera(self):
        rng = self.rng
        w, h = self.size
        f = w / 2 / math.tan(math.radians(rng.uniform(48, 84) / 2))
        self.k = np.array([[f, 0, w / 2 - 0.5 + rng.gauss(0, 8)], [0, f, h / 2 - 0.5 + rng.gauss(0, 8)], [0, 0, 1.0]])
        k1 = rng.uniform(-0.16, 0.08)
        self.dist = np.array([k1, rng.uniform(-0.3, 0.1) * k1 + rng.gauss(0, 0.01), rng.gauss(0, 2e-4), rng.gauss(0, 2e-4), 0.0])
        el, az, roll = math.radians(rng.uniform(30, 90)), math.radians(rng.gauss(0, 22)), math.radians(rng.gauss(0, 5))
        target = np.array([self.mat[0] / 2 + rng.gauss(0, 40), self.mat[1] / 2 + rng.gauss(0, 40), 0])
        away = np.array([math.sin(az) * math.cos(el), -math.cos(az) * math.cos(el), math.sin(el)])
        # In distance units where the mat's visible height would just fill the frame.
        fit = f * 914 * max(math.sin(el) / h, 1 / w) * rng.uniform(0.85, 1.5) + 250 * math.cos(el)
        eye = target + away * fit
        z = (target - eye) / np.linalg.norm(target - eye)
        x = np.cross(z, [0, 0, 1.0]) if el < 1.55 else np.array([math.cos(az), math.sin(az), 0])
        x /= np.linalg.norm(x)
        y = np.cross(z, x)
        c, s = math.cos(roll), math.sin(roll)
        r = np.array([c * x + s * y, c * y - s * x, z])
        self.rvec = cv2.Rodrigues(r)[0]
        self.t = (-r @ eye).reshape(3, 1)
        self.eye = eye

    def _frame(self, view):
        rng = self.rng
        if view == 'small':
            self.k[:2] = (self.k[:2] + [[0, 0, 0.5], [0, 0, 0.5]]) / 3 - [[0, 0, 0.5], [0, 0, 0.5]]
            self.size = (640, 360)
            return
        ships = self.truth['ships']
        if rng.random() < 0.8 and ships:
            s = rng.choice(ships)
            at = [s['xMm'], s['yMm'], 0]
        else:
            at = [rng.uniform(0, self.mat[0]), rng.choice([0, self.mat[1], rng.uniform(0, self.mat[1])]), 0]
        u, v = self.project([at])[0]
        self.k[0, 2] -= np.clip(u - 220 + rng.uniform(-90, 90), 0, self.size[0] - 440)
        self.k[1, 2] -= np.clip(v - 220 + rng.uniform(-90, 90), 0, self.size[1] - 440)
        self.size = (440, 440)
        self.truth['ships'] = [s for s in ships if self._in_view(s, 12)]

    def project(self, points):
        pts = np.asarray(points, float).reshape(-1, 1, 3)
        return cv2.projectPoints(pts, self.rvec, self.t, self.k, self.dist)[0].reshape(-1, 2)

    def _in_view(self, ship, margin):
        """Ships whose base or miniature may show; distant corners of a lens model are not to be trusted."""
        u, v = self.project([(ship['xMm'], ship['yMm'], 20)])[0]
        return -margin < u < self.size[0] + margin and -margin < v < self.size[1] + margin

    def _depth(self, ship):
        return math.dist(self.eye, (ship['xMm'], ship['yMm'], 0))

    def _profile(self):
        rng = self.rng
        low = max(-0.7, min(0.7, rng.gauss(0, 0.35)))
        floor = 3.8 + low
        return {'edgeMm': 5.0 + low, 'railMm': 6.8 + low, 'leanMm': 1.4 + rng.uniform(-0.3, 0.3), 'railInnerMm': 3.4, 'floorMm': floor,
                'tileTopMm': floor + rng.uniform(0.7, 1.6), 'trimMm': rng.uniform(0.3, 1.3) if rng.random() < 0.3 else 0.05}

    def _layout(self, profile):
        rng = self.rng
        ships = []
        groups = [(rng.uniform(60, self.mat[0] - 60), rng.uniform(60, self.mat[1] - 60)) for _ in range(3)]
        for _ in range(rng.randint(7, 18)):
            base = rng.choices(['small', 'medium', 'large'], [5, 3, 3])[0]
            h = HALF_MM[base]
            for _ in range(12):
                x, y = (rng.uniform(h, m - h) for m in self.mat)
                if rng.random() < 0.5:
                    g = rng.choice(groups)
                    x, y = g[0] + rng.gauss(0, 90), g[1] + rng.gauss(0, 90)
                if not (10 < x < self.mat[0] - 10 and 10 < y < self.mat[1] - 10):
                    continue
                if all(math.hypot(x - s['xMm'], y - s['yMm']) > (h + HALF_MM[s['base']]) * (1.42 if rng.random() < 0.5 else 1.15) for s in ships):
                    break
            else:
                continue
            tw, tl = {'small': (34, 40), 'medium': (54, 60), 'large': (72, 80)}[base]
            ships.append({'base': base, 'xMm': x, 'yMm': y, 'headingDeg': rng.uniform(-180, 180), 'visibleFraction': 1.0,
                          'tileOffset': {'xMm': rng.gauss(0, 0.18), 'yMm': rng.gauss(0, 0.18), 'deg': rng.gauss(0, 0.5)},
                          'profile': {**profile, 'tileWidthMm': min(tw, 2 * (h - 3.4) - 0.3) + rng.uniform(-0.3, 0.3), 'tileLengthMm': tl - 2 * profile['trimMm']}})
        return ships

    def _obstacles(self, ships):
        rng = self.rng
        out = []
        for _ in range(rng.randint(0, 6)):
            x, y, r = rng.uniform(80, self.mat[0] - 80), rng.uniform(80, self.mat[1] - 80), rng.uniform(15, 36)
            a = np.sort(np.array([rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(9, 22))]))
            rr = r * (1 + 0.3 * np.array([rng.gauss(0, 0.5) for _ in a]).clip(-0.8, 0.8))
            out.append({'kind': rng.choice(['asteroid', 'debris', 'gas']), 'outlineMm': np.stack([x + rr * np.cos(a) * rng.uniform(0.7, 1.2), y + rr * np.sin(a)], 1).tolist()})
        return out

    # -- drawing

    def _ground(self, bank):
        rng = self.rng
        w, h = self.size
        colour = np.array([rng.uniform(0.02, 0.95) for _ in range(3)], np.float32)
        colour = colour.mean() + (colour - colour.mean()) * rng.uniform(0, 0.6)
        coarse = np.random.randn(18, 32, 1).astype(np.float32) * 0.05 * rng.random() + colour
        canvas = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
        texture = jitter_colour(rng.choice(bank.mats), rng)
        drop = -rng.uniform(2, 5)
        if rng.random() < 0.5:  # a printed or grained table top
            canvas = canvas * 0.5 + 0.5 * self._warped(texture, rng.uniform(-400, 0), rng.uniform(-400, 0), 1700, 1700, drop, canvas)
        if rng.random() < 0.6:  # a table that ends, its top or cloth woven, tiled or planked
            left, near, right, far = [rng.uniform(10, 120) if rng.random() < 0.35 else rng.uniform(30, 700) for _ in range(4)]
            top = periodic(rng) if rng.random() < 0.6 else jitter_colour(rng.choice(bank.mats), rng) * rng.uniform(0, 0.5) + colour * 0.5
            canvas = self._warped(top.astype(np.float32), -left, -near, self.mat[0] + left + right, self.mat[1] + near + far, drop, canvas)
        thick = rng.uniform(1.2, 3.0)
        if rng.random() < 0.8:
            shift = -self.light_shift(thick) if hasattr(self, 'light') else np.zeros(2)
            self._fill(canvas, [(x + shift[0], y + shift[1], -thick) for x, y in [(0, 0), (self.mat[0], 0), self.mat, (0, self.mat[1])]], np.array([rng.uniform(0, 0.3)] * 3), 0.8, 2.0)
        print_ = jitter_colour(np.rot90(rng.choice(bank.mats), rng.randint(0, 3)), rng)
        if rng.random() < 0.25:  # a frame or a margin printed inside the mat's border
            inset = rng.uniform(0.005, 0.06)
            tall, wide = print_.shape[:2]
            a, b = int(inset * tall), int(inset * wide)
            framed = np.empty_like(print_)
            framed[:] = np.array([rng.random() for _ in range(3)], np.float32) if rng.random() < 0.6 else print_ * rng.uniform(0.3, 0.8)
            framed[a:tall - a, b:wide - b] = print_[a:tall - a, b:wide - b]
            print_ = framed
        return self._warped(print_, 0, 0, *self.mat, 0, canvas)

    def light_shift(self, height):
        return self.light[:2] / self.light[2] * height

    def _warped(self, texture, x0, y0, wide, deep, z, under):
        """The texture laid on the plane z as a rectangle, over `under`."""
        w, h = self.size
        g = 24
        gu, gv = np.meshgrid(np.linspace(0, w - 1, g), np.linspace(0, h - 1, g))
        n = cv2.undistortPoints(np.stack([gu.ravel(), gv.ravel()], 1).reshape(-1, 1, 2), self.k, self.dist).reshape(-1, 2)
        r = cv2.Rodrigues(self.rvec)[0]
        d = np.concatenate([n, np.ones((len(n), 1))], 1) @ r
        s = (z - self.eye[2]) / d[:, 2]
        p = self.eye[:2] + d[:, :2] * s[:, None]
        p[s <= 0] = 1e6
        th, tw = texture.shape[:2]
        mu = ((p[:, 0] - x0) / wide * tw - 0.5).reshape(g, g).astype(np.float32)
        mv = ((1 - (p[:, 1] - y0) / deep) * th - 0.5).reshape(g, g).astype(np.float32)
        mu, mv = spread_grid(mu, h, w), spread_grid(mv, h, w)
        colour = cv2.remap(texture, mu, mv, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        px_u, px_v = abs(wide / tw), abs(deep / th)
        soft = 1.3  # the edge is one pixel wide in the picture, about this in mm
        inside = np.minimum(np.minimum(mu + 0.5, tw - 0.5 - mu) * px_u, np.minimum(mv + 0.5, th - 0.5 - mv) * px_v)
        alpha = np.clip(inside / soft + 0.5, 0, 1)[..., None]
        return under * (1 - alpha) + colour * alpha

    def _roi(self, points, margin):
        lo = np.floor(points.min(0) - margin).astype(int)
        hi = np.ceil(points.max(0) + margin).astype(int)
        lo, hi = np.maximum(lo, 0), np.minimum(hi, np.array(self.size))
        return None if (hi - lo < 3).any() or (hi - lo > 900).any() else (lo, hi)

    def _fill(self, canvas, points3, colour, alpha, blur=0.0):
        px = self.project(points3)
        if (px.max(0) < -60).any() or (px.min(0) > np.array(self.size) + 60).any():
            return
        roi = self._roi(px, 3 + 3 * blur)
        if roi is None:
            if blur == 0 or not np.isfinite(px).all():
                return
            roi = (np.zeros(2, int), np.array(self.size))
        lo, hi = roi
        mask = np.zeros((hi[1] - lo[1], hi[0] - lo[0]), np.float32)
        cv2.fillPoly(mask, [np.round((px - lo) * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, blur))[..., None] * alpha
        part = canvas[lo[1]:hi[1], lo[0]:hi[0]]
        part[:] = part * (1 - mask) + np.asarray(colour, np.float32) * mask

    def _flat_things(self, canvas):
        rng = self.rng
        for o in self.truth['obstacles']:
            pts = [(x, y, 2.0) for x, y in o['outlineMm']]
            self._fill(canvas, [(x + 2, y - 2, 0) for x, y, _ in pts], np.zeros(3), 0.5, 1.5)
            self._fill(canvas, pts, np.array([rng.uniform(0, 0.9) for _ in range(3)]), 1.0)
            c = np.mean(pts, 0)
            for _ in range(rng.randint(1, 5)):
                self._fill(canvas, [c + (np.array(p) - c) * rng.uniform(0.2, 0.9) + np.array([rng.gauss(0, 3), rng.gauss(0, 3), 0]) for p in pts],
                           np.array([rng.uniform(0, 1) for _ in range(3)]), rng.random(), rng.choice([0, 1, 3]))
        for _ in range(rng.randint(0, 14)):  # cards, templates, tokens, papers: rectangles with a print
            x, y, a = rng.uniform(-100, self.mat[0] + 100), rng.uniform(-100, self.mat[1] + 100), rng.uniform(0, math.pi)
            w, d = rng.choice([(63.5, 88), (41, 63), (20, 80), (20, 20), (15, 300), (30, 30), (40, 40), (60, 60), (20, 40), (36, 36)])
            if any(math.hypot(x - s['xMm'], y - s['yMm']) < HALF_MM[s['base']] * 1.4 + min(w, d) * 0.7 for s in self.truth['ships']):
                continue

            def box(k, z, x=x, y=y, a=a, w=w, d=d):
                corners = [(sx * w / 2 * k, sy * d / 2 * k) for sx, sy in [(-1, -1), (1, -1), (1, 1), (-1, 1)]]
                return [(x + math.cos(a) * u - math.sin(a) * v, y + math.sin(a) * u + math.cos(a) * v, z) for u, v in corners]

            self._fill(canvas, [(px + 1.5, py - 1.5, 0) for px, py, _ in box(1, 0)], np.zeros(3), 0.4, 1.5)
            self._fill(canvas, box(1, 1.5), np.array([rng.uniform(0, 1) for _ in range(3)]), 1.0 if rng.random() < 0.8 else 0.5)
            self._fill(canvas, box(rng.uniform(0.5, 0.95), 1.5), np.array([rng.uniform(0, 1) for _ in range(3)]), rng.random())
            for _ in range(rng.randint(0, 4)):
                self._fill(canvas, [box(1, 1.5)[i] for i in rng.sample(range(4), 3)], np.array([rng.uniform(0, 1) for _ in range(3)]), rng.random() * 0.7)

    def _place(self, ship, x, y, z):
        b = math.radians(ship['headingDeg'])
        return (ship['xMm'] + math.cos(b) * x + math.sin(b) * y, ship['yMm'] - math.sin(b) * x + math.cos(b) * y, z)

    def _ship(self, canvas, ship, bank):
        rng, p, h = self.rng, ship['profile'], HALF_MM[ship['base']]
        corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
        foot = self.project([self._place(ship, sx * h, sy * h, 0) for sx, sy in corners])
        if not np.isfinite(foot).all():
            return
        roi = self._roi(foot, 30)
        if roi is None:
            return
        lo, hi = roi
        sx_, sy_ = self.light_shift(rng.uniform(4, 10))
        self._fill(canvas, [self._place(ship, a * h * 1.02, b * h * 1.02, 0) for a, b in corners], np.zeros(3), rng.uniform(0.1, 0.6), rng.uniform(1.0, 3.5))
        self._fill(canvas, [np.array(self._place(ship, a * h, b * h, 0)) - [sx_, sy_, 0] for a, b in corners], np.zeros(3), rng.uniform(0, 0.5), rng.uniform(0.8, 4))
        part = canvas[lo[1]:hi[1], lo[0]:hi[0]]
        big = cv2.resize(part.astype(np.float32), None, fx=UP, fy=UP, interpolation=cv2.INTER_LINEAR)

        def at(points):
            return (self.project(points) - lo + 0.5) * UP - 0.5

        def fill(points, colour, alpha):
            u = at(points)
            a0 = np.maximum(np.floor(u.min(0) - 2), 0).astype(int)
            a1 = np.ceil(u.max(0) + 3).astype(int)
            spot = big[a0[1]:a1[1], a0[0]:a1[0]]
            if spot.size == 0:
                return
            mask = np.zeros(spot.shape[:2], np.float32)
            cv2.fillPoly(mask, [np.round((u - a0) * 16).astype(np.int32)], float(alpha), cv2.LINE_8, 4)
            spot[:] = spot * (1 - mask[..., None]) + np.asarray(colour, np.float32) * mask[..., None]

        def line(a, b, colour, alpha, thick):
            # Refraction lines are broken: several pieces of one edge, each of its own brightness.
            cuts = np.sort(np.array([0.0, 1.0] + [rng.random() for _ in range(rng.randint(0, 4))]))
            for s, e in zip(cuts[:-1], cuts[1:]):
                if rng.random() < 0.25:
                    continue
                q = np.array(a) + (np.array(b) - np.array(a)) * np.array([[s], [e]])
                u = at(q)
                a0 = np.maximum(np.floor(u.min(0) - 6), 0).astype(int)
                a1 = np.ceil(u.max(0) + 6).astype(int)
                spot = big[a0[1]:a1[1], a0[0]:a1[0]]
                if spot.size == 0:
                    continue
                mask = np.zeros(spot.shape[:2], np.float32)
                u = np.round((u - a0) * 16).astype(np.int32)
                cv2.line(mask, tuple(int(v) for v in u[0]), tuple(int(v) for v in u[1]), alpha * rng.uniform(0.3, 1), max(1, int(round(thick * UP))), cv2.LINE_8, 4)
                spot[:] = spot * (1 - mask[..., None]) + np.asarray(colour, np.float32) * mask[..., None]

        kind = rng.choices(['clear', 'smoke', 'solid'], [7, 2, 1.5])[0]
        tint = np.array([rng.uniform(0.3, 1)] * 3) if kind != 'solid' else np.array([rng.random() for _ in range(3)]) * rng.choice([0.15, 1.0])
        body = {'clear': rng.uniform(0.02, 0.3), 'smoke': rng.uniform(0.3, 0.8), 'solid': 1.0}[kind]
        if kind == 'smoke':
            tint = tint * 0.2
        edge, rail, lean = p['edgeMm'], p['railMm'], p['leanMm']
        top = lambda sx, sy: self._place(ship, sx * (h - lean * edge / rail), sy * h, edge)  # noqa: E731
        ground = lambda sx, sy: self._place(ship, sx * h, sy * h, 0.05)  # noqa: E731
        fill([ground(*c) for c in corners], tint, body)
        for i in range(4):  # side faces, each with its own reflection
            a, b = corners[i], corners[(i + 1) % 4]
            fill([ground(*a), ground(*b), top(*b), top(*a)], tint * rng.uniform(0.3, 1.4), min(1, body + rng.uniform(0, 0.35)))
        bright = rng.uniform(0.5, 1.2)
        for i in range(4):
            a, b = corners[i], corners[(i + 1) % 4]
            shade = np.array([bright * rng.uniform(0.2, 1)] * 3) if rng.random() < 0.75 else np.zeros(3)
            if rng.random() < 0.85:
                line(ground(*a), ground(*b), shade, rng.uniform(0.1, 0.9), rng.uniform(0.5, 1.3))
            if rng.random() < 0.8:
                line(top(*a), top(*b), np.array([bright * rng.uniform(0.2, 1)] * 3), rng.uniform(0.1, 0.9), rng.uniform(0.5, 1.3))
            if rng.random() < 0.6:
                line(ground(*a), top(*a), shade, rng.uniform(0.1, 0.8), 0.7)
        for end in (-1, 1):
            for side in (-1, 1):
                nub = [self._place(ship, side * 11.65 + math.cos(q) * 1.6, end * (h + 0.3 + 1.3 * math.sin(q)), z) for z in (0.1,) for q in np.linspace(0, math.pi, 7)]
                high = [(x, y, 2.4) for x, y, _ in nub]
                fill(nub, tint * rng.uniform(0.3, 1.2), min(1, body + rng.uniform(0, 0.5)))
                fill(high, tint * rng.uniform(0.5, 1.5), min(1, body + rng.uniform(0, 0.5)))
                for i in range(0, 6, 2):
                    line(high[i], high[i + 1], np.array([bright] * 3), rng.random(), 0.5)
        self._tile(big, ship, bank, at)
        for side in (-1, 1):
            box = [(side * (h - lean), rail), (side * (h - p['railInnerMm']), rail)]
            quad = [self._place(ship, x, sy * h, z) for sy, (x, z) in [(-1, box[0]), (-1, box[1]), (1, box[1]), (1, box[0])]]
            fill(quad, tint * rng.uniform(0.6, 1.4), min(1, body * rng.uniform(0.5, 1.5)))
            for i in range(4):
                line(quad[i], quad[(i + 1) % 4], np.array([bright * rng.uniform(0.3, 1)] * 3), rng.uniform(0, 0.9), 0.7)
        self._peg(fill, line, ship, bright)
        part[:] = cv2.resize(big, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)

    def _tile(self, big, ship, bank, at):
        rng, p = self.rng, ship['profile']
        off, a = ship['tileOffset'], math.radians(ship['tileOffset']['deg'])
        w, d = p['tileWidthMm'] / 2, p['tileLengthMm'] / 2

        def on(x, y, z):
            return self._place(ship, math.cos(a) * x + math.sin(a) * y + off['xMm'], -math.sin(a) * x + math.cos(a) * y + off['yMm'], z)

        quad = at([on(-w, d, p['tileTopMm']), on(w, d, p['tileTopMm']), on(w, -d, p['tileTopMm']), on(-w, -d, p['tileTopMm'])]).astype(np.float32)
        lower = at([on(sx * w, sy * d, p['tileTopMm'] - 1.0) for sx, sy in [(-1, 1), (1, 1), (1, -1), (-1, -1)]])
        mask = np.zeros(big.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(np.concatenate([lower, quad]) * 16).astype(np.int32)), 1.0, cv2.LINE_8, 4)
        card = np.array([rng.uniform(0, 0.8)] * 3, np.float32)
        big[:] = big * (1 - mask[..., None]) + card * mask[..., None]
        art = jitter_colour(rng.choice(bank.tiles[ship['base']]), rng, 0.7).astype(np.float32)
        th, tw = art.shape[:2]
        m = cv2.getPerspectiveTransform(np.array([(-0.5, -0.5), (tw - 0.5, -0.5), (tw - 0.5, th - 0.5), (-0.5, th - 0.5)], np.float32), quad)
        size = (big.shape[1], big.shape[0])
        shown = cv2.warpPerspective(art, m, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros(big.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
        if rng.random() < 0.4:  # gloss: a window mirrored in the print
            g = np.random.randn(3, 3).astype(np.float32) * rng.uniform(0.05, 0.35)
            shown = shown + cv2.resize(g, size, interpolation=cv2.INTER_CUBIC)[..., None].clip(-0.1, 1)
        big[:] = big * (1 - mask[..., None]) + shown * mask[..., None]

    def _peg(self, fill, line, ship, bright):
        rng, p = self.rng, ship['profile']
        z, r = p['tileTopMm'], rng.uniform(3.5, 7.5)
        ring = [(r * math.cos(q), r * math.sin(q)) for q in np.linspace(0, 2 * math.pi, 13)[:-1]]
        grey = np.array([rng.uniform(0.1, 1)] * 3)
        for height, k in [(0.1, 1.0), (1.8, 1.0), (4.5, 0.7)]:
            fill([self._place(ship, k * x, k * y, z + height) for x, y in ring], grey * rng.uniform(0.5, 1.3), rng.uniform(0.05, 0.7))
        for _ in range(4):
            i = rng.randrange(12)
            line(self._place(ship, *ring[i], z + 1.8), self._place(ship, *ring[(i + 1) % 12], z + 1.8), np.array([bright] * 3), rng.random(), 0.7)
        high = rng.uniform(20, 64)
        for dx in (-1.4, 0, 1.4):
            line(self._place(ship, dx, 0, z), self._place(ship, dx, 0, high), np.array([rng.uniform(0, 1.1)] * 3), rng.uniform(0.2, 0.9), rng.uniform(0.6, 1.6))

    def _above(self, canvas):
        """Hands, cups, wires: large soft shapes over the table, now and then."""
        rng = self.rng
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            x, y = rng.uniform(0, self.mat[0]), rng.uniform(0, self.mat[1])
            a, long, wide = rng.uniform(0, math.pi), rng.uniform(40, 260), rng.uniform(8, 45)
            pts = [(x + math.cos(a) * u * long - math.sin(a) * v * wide, y + math.sin(a) * u * long + math.cos(a) * v * wide, rng.uniform(5, 60))
                   for u, v in [(-1, -0.7), (-0.6, -1), (0.9, -0.8), (1, 0.5), (0.2, 1), (-1, 0.8)]]
            self._fill(canvas, pts, np.array([rng.uniform(0.1, 0.9) for _ in range(3)]), 1.0, rng.uniform(0.6, 3))

    def _miniature(self, canvas, ship, size):
        rng = self.rng
        if rng.random() < 0.06:
            return
        z0 = rng.uniform(28, 62)
        scale = {'small': 24, 'medium': 34, 'large': 48}[ship['base']] * size
        colour = np.array([rng.uniform(0.05, 0.95) for _ in range(3)])
        colour = colour.mean() + (colour - colour.mean()) * rng.choice([0.15, 0.4, 1.0])
        shift = self.light_shift(z0)
        for i in range(rng.randint(2, 8)):
            c = np.array([rng.gauss(0, 0.35), rng.gauss(0, 0.35)]) * scale
            ext = np.array([rng.choice([0.06, 0.15, 0.3, 0.6]), rng.choice([0.06, 0.2, 0.5, 0.9]), rng.uniform(0.04, 0.3)]) * scale
            if i % 2 and rng.random() < 0.6:
                c[0] = -c[0]
            pts = np.array([self._place(ship, c[0] + sx * ext[0], c[1] + sy * ext[1], z0 + sz * ext[2]) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)])
            shadow = pts.copy()
            shadow[:, :2] -= shift
            shadow[:, 2] = 0
            if rng.random() < 0.7:
                hull = cv2.convexHull(shadow[:, :2].astype(np.float32)).reshape(-1, 2)
                self._fill(canvas, [(x, y, 0) for x, y in hull], np.zeros(3), rng.uniform(0.05, 0.35), rng.uniform(1.5, 6))
            px = self.project(pts)
            hull = cv2.convexHull(px.astype(np.float32)).reshape(-1, 2)
            roi = self._roi(hull, 4)
            if roi is None:
                continue
            lo, hi = roi
            mask = np.zeros((hi[1] - lo[1], hi[0] - lo[0]), np.float32)
            cv2.fillConvexPoly(mask, np.round((hull - lo) * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
            mask = cv2.GaussianBlur(mask, (0, 0), 0.55)[..., None]
            shade = cv2.resize((np.random.randn(3, 3, 1) * 0.12 + rng.uniform(0.5, 1.2)).astype(np.float32), (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_CUBIC)
            part = canvas[lo[1]:hi[1], lo[0]:hi[0]]
            part[:] = part * (1 - mask) + (colour * rng.uniform(0.6, 1.2) * shade[..., None]).astype(np.float32) * mask

    def _develop(self, canvas):
        rng = self.rng
        w, h = self.size
        spots = np.random.rand(4, 6).astype(np.float32) * rng.uniform(0, 0.8) + 1 - rng.uniform(0, 0.6)
        canvas = canvas * cv2.resize(spots, (w, h), interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(0.5, 1.3)
        if rng.random() < 0.6:
            canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.35, 1.3))
        noise = rng.choice([0, 0.006, 0.015, 0.03])
        if noise:
            canvas = canvas + np.random.randn(h, w, 1).astype(np.float32) * noise
        return (np.clip(canvas, 0, 1) * 255).astype(np.uint8)


if __name__ == '__main__':
    import time
    bank = Bank(1, 6, 6)
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for i in range(12):
        t = time.process_time()
        pic = PaintedPicture(bank, rng, ['window', 'small'][i % 2])
        print(round(time.process_time() - t, 3), 's', len(pic.truth['ships']), 'ships')
        cv2.imwrite(f'painted-{i}.png', pic.bgr)
