"""Other table tops for pictures that have one already: all that lies outside the mat is painted anew, and its print may be painted over.

The mat finder must learn what a mat is among every cloth, board and paper that people play on; rendering each would take days.
"""
import math

import cv2
import numpy as np

from painted import periodic

N = 450  # side of a texture, px
UP = 2
TEXTURES = 150


def noise(rng, cells_u, cells_v, n=N):
    """Smooth noise 0..1, n x n x 1."""
    cells = np.random.rand(max(2, int(cells_v)), max(2, int(cells_u))).astype(np.float32)
    return cv2.resize(cells, (n, n), interpolation=cv2.INTER_CUBIC)[..., None]


def colour(rng):
    c = np.array([rng.random() for _ in range(3)], np.float32)
    c = c.mean() + (c - c.mean()) * rng.choice([0.1, 0.4, 1.0])
    return (c * rng.choice([0.15, 0.5, 1.0, 1.0])).astype(np.float32)


class Textures:
    """A stock of surfaces that slowly renews itself; every use has its own colours."""

    def __init__(self, rng, prints):
        self.prints = prints
        self.stock = [self._new(rng) for _ in range(TEXTURES)]

    def _new(self, rng):
        return (np.clip(texture(rng, self.prints), 0, 1) * 255).astype(np.uint8)

    def take(self, rng, near=None):
        """N x N x 3 float 0..1; in colours near `near` where given."""
        i = rng.randrange(TEXTURES)
        if rng.random() < 0.05:
            self.stock[i] = self._new(rng)
        img = self.stock[i].astype(np.float32) / 255
        if near is not None:
            return near * rng.uniform(0.8, 1.2) + (img - img.mean()) * rng.uniform(0.0, 0.4)
        if rng.random() < 0.5:
            img = img[:, :, rng.sample(range(3), 3)]
        return img * rng.uniform(0.3, 1.1) + rng.uniform(-0.05, 0.15)

    def new_table(self, img, mat_px, mat, rng):
        """`img`: float 0..1, h x w x 3; `mat_px`: the mat's outline in it, px; `mat`: its size, mm. The same mat on another table."""
        h, w = img.shape[:2]
        size = (UP * w, UP * h)
        n = len(mat_px) // 4
        corners = (mat_px[[0, n, 2 * n, 3 * n]] + 0.5) * UP - 0.5
        from_table = cv2.getPerspectiveTransform(np.float32([(0, 0), (mat[0], 0), (mat[0], mat[1]), (0, mat[1])]), corners.astype(np.float32))
        canvas = cv2.resize(img, size, interpolation=cv2.INTER_LINEAR)
        on_mat = np.zeros(size[::-1], np.float32)
        cv2.fillPoly(on_mat, [np.round(((mat_px + 0.5) * UP - 0.5) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        on_mat = on_mat[..., None]
        mean = (canvas * on_mat).sum((0, 1)) / max(1.0, on_mat.sum())

        def lay(surface, at, alpha, into):
            """Texture `surface` with its corners at four table points; blended into `into` where `at` spans."""
            quad = cv2.perspectiveTransform(np.float32(at).reshape(1, -1, 2), from_table)[0]
            m = cv2.getPerspectiveTransform(np.float32([(0, 0), (N, 0), (N, N), (0, N)]), quad)
            if not np.isfinite(m).all() or abs(np.linalg.det(m)) < 1e-12:
                return into
            shown = cv2.warpPerspective(surface, m, size, flags=cv2.INTER_LINEAR)
            where = cv2.warpPerspective(np.ones((N // 10, N // 10), np.float32), m @ np.diag([10.0, 10.0, 1.0]), size, flags=cv2.INTER_LINEAR)[..., None] * alpha
            return into * (1 - where) + shown * where

        if rng.random() < 0.45:  # other print
            alpha = rng.uniform(0.3, 1.0)
            at = [(-5, -5), (mat[0] + 5, -5), (mat[0] + 5, mat[1] + 5), (-5, mat[1] + 5)]
            over = lay(self.take(rng), at, 1.0, canvas)
            if rng.random() < 0.5:
                over = over * (0.4 + canvas / max(0.15, float(mean.mean())) * 0.5)
            canvas = canvas * (1 - alpha) + np.clip(over, 0, 1) * alpha
            mean = (canvas * on_mat).sum((0, 1)) / max(1.0, on_mat.sum())
        if rng.random() < 0.35:  # a printed frame
            inset, tint = rng.uniform(4, 60), [float(x) for x in colour(rng)]
            ring = np.array([(inset, inset), (mat[0] - inset, inset), (mat[0] - inset, mat[1] - inset), (inset, mat[1] - inset)], np.float32)
            px = cv2.perspectiveTransform(ring.reshape(1, -1, 2), from_table)[0]
            if np.abs(px).max() < 4000:
                line = canvas.copy()
                cv2.polylines(line, [np.round(px * 16).astype(np.int32)], True, tint, rng.choice([1, 1, 2, 4, 8]), cv2.LINE_AA, 4)
                canvas = canvas + (line - canvas) * rng.uniform(0.3, 1)
        alike = mean if rng.random() < 0.3 else None
        room = np.zeros((size[1], size[0], 3), np.float32) + colour(rng) * rng.uniform(0.1, 1)
        if rng.random() < 0.6:
            at = [(-2500, -2500), (3400, -2500), (3400, 3400), (-2500, 3400)]
            around = self.take(rng)
            room = cv2.resize(around[rng.randrange(N // 2):, rng.randrange(N // 2):], size) * rng.uniform(0.2, 1) if rng.random() < 0.5 else lay(around, at, 1.0, room)
        reach = [rng.choice([rng.uniform(5, 60), rng.uniform(30, 300), rng.uniform(200, 900)]) for _ in range(4)]
        table = [(-reach[0], -reach[1]), (mat[0] + reach[2], -reach[1]), (mat[0] + reach[2], mat[1] + reach[3]), (-reach[0], mat[1] + reach[3])]
        if rng.random() < 0.3:
            a = rng.gauss(0, 0.12)
            table = [(457 + math.cos(a) * (x - 457) - math.sin(a) * (y - 457), 457 + math.sin(a) * (x - 457) + math.cos(a) * (y - 457)) for x, y in table]
        room = lay(self.take(rng, alike), table, 1.0, room)
        for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
            room = lay(self.take(rng), sheet(rng, mat), 1.0, room)
        lights = cv2.resize(np.random.rand(3, 4).astype(np.float32) * rng.uniform(0, 0.7) + 0.65, size, interpolation=cv2.INTER_CUBIC)[..., None]
        room = np.clip(room, 0, 1) * lights
        if rng.random() < 0.5:  # the mat's own shadow
            shadow = cv2.GaussianBlur(on_mat, (0, 0), rng.uniform(0.8, 4))[..., None]
            room = room * (1 - shadow * rng.uniform(0.2, 0.8))
        canvas = canvas * on_mat + room * (1 - on_mat)
        for _ in range(rng.choice([0, 0, 0, 1, 2])):  # a card or a hand across the border
            canvas = lay(np.zeros((N, N, 3), np.float32) + colour(rng), sheet(rng, mat), 1.0, canvas)
        return np.clip(cv2.resize(canvas, (w, h), interpolation=cv2.INTER_AREA), 0, 1).astype(np.float32)


def texture(rng, prints):
    """A surface, N x N x 3 float 0..1: plain, wood, stone, cloth, checks, lines, or somebody's print."""
    a, b = colour(rng), colour(rng)
    kind = rng.choices(['plain', 'wood', 'stone', 'periodic', 'checks', 'lines', 'print', 'arcs'], [3, 3, 2, 5, 2, 1.5, 2, 1])[0]
    if kind == 'plain':
        return a + (noise(rng, 5, 5) - 0.5) * rng.uniform(0, 0.15) + np.random.randn(N, N, 1).astype(np.float32) * rng.uniform(0, 0.06)
    if kind == 'wood':
        grain = noise(rng, rng.randint(2, 9), rng.randint(60, 220)) * 0.6 + noise(rng, 4, 40) * 0.4
        img = a + (b - a) * grain * rng.uniform(0.2, 1)
        if rng.random() < 0.6:
            step = rng.randint(30, 110)
            img[np.arange(N) % step < rng.randint(1, 6)] *= rng.uniform(0.3, 0.9)
            img *= np.repeat(np.random.rand(N // step + 1).astype(np.float32) * 0.3 + 0.85, step)[:N, None, None]
        return img if rng.random() < 0.5 else img.transpose(1, 0, 2)
    if kind == 'stone':
        img = a + (b - a) * noise(rng, *[rng.randint(4, 40)] * 2)
        vein = np.abs(noise(rng, 7, 7) - 0.5)
        return img + (vein < rng.uniform(0.005, 0.04)) * rng.uniform(-0.4, 0.5)
    if kind == 'periodic':
        return periodic(rng, N)
    if kind == 'checks':
        v, u = np.mgrid[0:N, 0:N] // rng.choice([12, 20, 30, 45, 75])
        return np.where(((u + v) % 2)[..., None] == 0, a, b).astype(np.float32) + np.random.randn(N, N, 1).astype(np.float32) * 0.02
    if kind == 'lines':
        img = np.zeros((N, N, 3), np.float32) + a
        for _ in range(rng.randint(3, 30)):
            p, q = [(rng.randrange(N), rng.randrange(N)) for _ in range(2)]
            if rng.random() < 0.6:  # along the table, as joints and seams are
                q = (p[0], N - 1 - q[1]) if rng.random() < 0.5 else (q[0], p[1])
            cv2.line(img, p, q, [float(x) for x in colour(rng)], rng.choice([1, 2, 4, 10]))
        return img
    if kind == 'arcs':
        img = np.zeros((N, N, 3), np.float32) + a
        for _ in range(rng.randint(3, 25)):
            at = (rng.randrange(N), rng.randrange(N))
            cv2.ellipse(img, at, (rng.randint(20, 350), rng.randint(20, 350)), rng.uniform(0, 360), 0, rng.uniform(60, 360), [float(x) for x in colour(rng)], rng.choice([1, 2, 5, 15]))
        return img
    img = cv2.resize(rng.choice(prints), (N, N), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.rot90(img, rng.randrange(4)) * rng.uniform(0.4, 1.2)


def sheet(rng, mat):
    """Corners (mm) of something rectangular on the table beside the mat or across its border."""
    w, d = mat
    side, s = rng.randrange(4), rng.uniform(-0.1, 1.1)
    x, y = [(s * w, 0), (w, s * d), (s * w, d), (0, s * d)][side]
    out = rng.uniform(-40, 250)
    x, y = x + [0, 1, 0, -1][side] * out, y + [-1, 0, 1, 0][side] * out
    long, wide = rng.choice([(210, 297), (63, 88), (150, 220), (120, 400), (300, 300), (914, 914), (80, 80)])
    if long == 914:  # a second mat lies straight beside the first
        gap = rng.uniform(2, 60)
        x, y = [(w / 2, -457 - gap), (w + 457 + gap, d / 2), (w / 2, d + 457 + gap), (-457 - gap, d / 2)][side]
    elif out < 60:
        long, wide = 63, 88
    a = rng.gauss(0, 0.02) if long == 914 else rng.uniform(0, math.pi)
    return [(x + math.cos(a) * i * long / 2 - math.sin(a) * j * wide / 2, y + math.sin(a) * i * long / 2 + math.cos(a) * j * wide / 2) for i, j in [(-1, -1), (1, -1), (1, 1), (-1, 1)]]
