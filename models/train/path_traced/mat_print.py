"""Prints of play mats: deep space, nebulas, planets, ice, sand, plain cloth, busy patterns, made of noise; and photographs (art.py)."""

import cv2
import numpy as np

import art
import noise
from sizes import MAT_MM

KINDS = {'space': 5, 'nebula': 4, 'planet': 3, 'ice': 1.5, 'sand': 1.5, 'plain': 2.5, 'busy': 2, 'lava': 1, 'sea': 1, 'swatch': 2, 'city': 1, 'photo': 9, 'collage': 3, 'pattern': 2}


def paint_mat(chance, pixels=2048, swatches=(), prints=(), patterns=()):
    """Returns (kind, sRGB picture 0..1). The far edge of the mat is the top row. `prints`, `patterns`: files of art.py."""
    stock = {'swatch': swatches, 'photo': prints, 'collage': prints, 'pattern': patterns}
    kinds = {k: w for k, w in KINDS.items() if k not in stock or stock[k]}
    kind = chance.pick(list(kinds), list(kinds.values()))
    picture = {
        'space': _space, 'nebula': _nebula, 'planet': _planet, 'ice': _ice, 'sand': _sand, 'plain': _plain,
        'busy': _busy, 'lava': _lava, 'sea': _sea, 'city': _city,
        'swatch': lambda c, n: tiled(c, c.pick(swatches), n, n, c.whole(3, 7)),
        'pattern': lambda c, n: tiled(c, art.read_picture(c.pick(patterns)), n, n, c.whole(3, 9)),
        'photo': lambda c, n: _photo(c, n, prints), 'collage': lambda c, n: _collage(c, n, prints),
    }[kind](chance.fork('mat', kind), pixels)
    picture = np.ascontiguousarray(np.clip(picture, 0, 1), np.float32)  # some are drawn column by column, which OpenCV cannot draw on
    _frame(chance.fork('frame'), picture)
    return kind, np.rot90(picture, chance.whole(0, 3)).copy()


def tiled(chance, swatch, height, width, repeats):
    """A small swatch as an endless surface: mirrored tiles with a slow change of tone against visible repetition."""
    step = max(8, width // repeats)
    tile = cv2.resize(swatch, (step, int(step * swatch.shape[0] / swatch.shape[1])), interpolation=cv2.INTER_CUBIC)
    pair = np.concatenate([tile, tile[:, ::-1]], 1)
    quad = np.concatenate([pair, pair[::-1]], 0)
    across, down = -(-width // quad.shape[1]), -(-height // quad.shape[0])
    picture = np.tile(quad, (down, across, 1))[:height, :width]
    return picture * (0.88 + 0.24 * noise.fractal(chance, height, width, 1.9)[..., None])


def _photo(chance, n, prints):
    """A square cut of one photograph, in colours of its own or others."""
    picture = art.read_picture(chance.pick(prints))
    side = int(min(picture.shape[:2]) * chance.uniform(0.55, 1.0))
    top, left = chance.whole(0, picture.shape[0] - side), chance.whole(0, picture.shape[1] - side)
    cut = cv2.resize(picture[top:top + side, left:left + side], (n, n), interpolation=cv2.INTER_CUBIC)
    cut = cut + (noise.fractal(chance, n, n, 0.5)[..., None] - 0.5) * chance.uniform(0, 0.12)  # finer than the file: print and paper
    return recoloured(chance, cut)


def recoloured(chance, picture):
    """Hue, saturation and contrast of a print at random: one file is many mats."""
    if chance.maybe(0.35):
        picture = picture[..., chance.rng.permutation(3)]
    grey = picture.mean(2, keepdims=True)
    picture = grey + (picture - grey) * chance.uniform(0.4, 1.6)
    return np.clip(picture, 0, 1) ** chance.pick([1.0, chance.uniform(0.6, 2.6)]) * chance.uniform(0.5, 1.05)


def _collage(chance, n, prints):
    """Space with a photographed world in it: half of the mats that are sold show one."""
    picture = _space(chance, n) if chance.maybe(0.5) else _nebula(chance, n)
    for _ in range(chance.whole(1, 3)):
        world = _photo(chance, int(n * chance.uniform(0.2, 0.9)), prints)
        size = world.shape[0]
        ys, xs = np.mgrid[-1:1:size * 1j, -1:1:size * 1j]
        light = np.clip(1 - (xs * chance.normal(0, 1) + ys * chance.normal(0, 1)) * 0.6, 0.03, 1.4)[..., None]
        inside = np.clip((1 - np.hypot(xs, ys)) * size / 4, 0, 1)[..., None]
        x, y = chance.whole(-size // 2, n - size // 2), chance.whole(-size // 2, n - size // 2)
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + size, n), min(y + size, n)
        part = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
        picture[y0:y1, x0:x1] = picture[y0:y1, x0:x1] * (1 - inside[part]) + (world * light)[part] * inside[part]
    return picture


def _space(chance, n):
    deep = np.array(chance.colour((0.1, 0.8), (0.01, 0.09), (0.5, 0.8)))
    picture = np.ones((n, n, 3)) * deep + noise.fractal(chance, n, n, 2.0)[..., None] ** 2 * np.array(chance.colour((0.2, 0.9), (0.0, 0.2)))
    return picture + noise.stars(chance, n, n, chance.uniform(200, 1500), (0.5, 1.9)) * chance.uniform(0.5, 1)


def _nebula(chance, n):
    first, second = chance.colour((0.4, 1), (0.25, 0.9)), chance.colour((0.4, 1), (0.25, 0.9))
    dark = chance.colour((0, 0.8), (0.01, 0.08))
    cloud = noise.warped(noise.fractal(chance, n, n, 1.9), chance, n * 0.06)
    picture = noise.ramp(cloud ** chance.uniform(1.0, 2.2), [dark, dark, first, second, (1, 0.95, 0.9)])
    lanes = noise.ridged(chance, n, n) ** 3
    picture = picture * (1 - 0.7 * lanes[..., None] * noise.fractal(chance, n, n)[..., None])
    return picture + noise.stars(chance, n, n, chance.uniform(150, 900), (0.5, 2.2)) * 0.9


def _planet(chance, n):
    picture = _space(chance, n) if chance.maybe(0.5) else _nebula(chance, n)
    ys, xs = np.mgrid[0:n, 0:n].astype(np.float32) / n
    radius = chance.uniform(0.25, 1.3)
    x = (xs - chance.uniform(-0.3, 1.3)) / radius
    y = (ys - chance.uniform(-0.3, 1.3)) / radius
    r = np.hypot(x, y)
    z = np.sqrt(np.clip(1 - r ** 2, 0, 1))
    light = np.array([chance.normal(0, 1), chance.normal(0, 1), 0.7])
    lit = np.clip((x * light[0] + y * light[1] + z * light[2]) / np.linalg.norm(light), 0, 1) ** 0.8 + 0.02
    bands = noise.warped(noise.fractal(chance, n, n, 1.7, (1, chance.pick([1, 1, 8]))), chance, n * 0.03)
    ground = noise.ramp(bands, [chance.colour((0.2, 0.9), (0.1, 0.9)) for _ in range(4)])
    inside = np.clip((1 - r) * radius * n * 0.5, 0, 1)[..., None]
    air = np.exp(-np.abs(r - 1) * 14)[..., None] * np.array(chance.colour((0.3, 0.9), (0.4, 1))) * lit.max()
    return picture * (1 - inside) + ground * lit[..., None] * inside + air * 0.6


def _ice(chance, n):
    tone = noise.warped(noise.fractal(chance, n, n, 1.7), chance, n * 0.04)
    picture = noise.ramp(tone, [(0.35, 0.5, 0.62), (0.62, 0.75, 0.84), (0.86, 0.92, 0.96), (1, 1, 1)])
    return picture - 0.25 * (noise.ridged(chance, n, n, 1.5) ** 14)[..., None] * np.array([0.6, 0.4, 0.2])


def _sand(chance, n):
    hue = chance.uniform(0.05, 0.12)
    dark, light = chance.colour((0.3, 0.7), (0.3, 0.55), (hue, hue)), chance.colour((0.2, 0.5), (0.75, 0.98), (hue, hue))
    dunes = np.sin(noise.warped(noise.fractal(chance, n, n, 2.2), chance, n * 0.05) * chance.uniform(20, 90)) * 0.5 + 0.5
    tone = 0.5 * noise.fractal(chance, n, n, 1.5) + 0.25 * dunes + 0.25 * noise.fractal(chance, n, n, 0.5)
    picture = noise.ramp(tone, [dark, light])
    rocks = noise.fractal(chance, n, n, 1.4) > chance.uniform(0.68, 0.8)
    return np.where(rocks[..., None], picture * 0.55, picture)


def _plain(chance, n):
    colour = np.array(chance.colour((0, 0.9), (0.05, 0.9)))
    return np.ones((n, n, 3)) * colour * (0.9 + 0.12 * noise.fractal(chance, n, n, 1.2)[..., None] + 0.08 * noise.fractal(chance, n, n, 0.2)[..., None])


def _busy(chance, n):
    palette = [chance.colour((0.2, 1), (0.1, 1)) for _ in range(6)]
    picture = noise.ramp(noise.warped(noise.fractal(chance, n, n, 1.4), chance, n * 0.1), palette)
    for _ in range(chance.whole(20, 160)):
        x, y = chance.whole(0, n), chance.whole(0, n)
        ink = chance.colour((0, 1), (0, 1))
        size = int(chance.uniform(0.005, 0.07) * n)
        shape = chance.whole(0, 3)
        if shape == 0:
            cv2.circle(picture, (x, y), size, ink, chance.pick([-1, 2, 4]), cv2.LINE_AA)
        elif shape == 1:
            corners = cv2.boxPoints(((x, y), (size * 2, size * chance.uniform(0.3, 2)), chance.uniform(0, 90))).astype(np.int32)
            cv2.polylines(picture, [corners], True, ink, chance.pick([2, 3, 6]), cv2.LINE_AA)
        elif shape == 2:
            cv2.fillPoly(picture, [np.array([[x, y], [x + size, y + size // 2], [x - size // 3, y + size]])], ink, cv2.LINE_AA)
        else:
            cv2.line(picture, (x, y), (chance.whole(0, n), chance.whole(0, n)), ink, chance.pick([1, 2, 4]), cv2.LINE_AA)
    return picture


def _lava(chance, n):
    cracks = noise.ridged(chance, n, n, 1.5) ** chance.uniform(5, 12)
    rock = noise.fractal(chance, n, n, 1.3)[..., None] * np.array([0.25, 0.2, 0.19])
    return rock + noise.ramp(cracks, [(0, 0, 0), (0.5, 0.06, 0.0), (1, 0.45, 0.05), (1, 0.9, 0.5)])


def _sea(chance, n):
    waves = noise.fractal(chance, n, n, 1.3, (1, 3))
    foam = (noise.ridged(chance, n, n, 1.4) ** 9)[..., None]
    return noise.ramp(waves, [(0.01, 0.06, 0.13), (0.03, 0.2, 0.3), (0.2, 0.45, 0.5)]) + foam * 0.4


def _city(chance, n):
    """Plates and trenches, like the skin of a station."""
    tone = np.full((n, n), 0.3, np.float32)
    for _ in range(900):
        w, h = int(n * chance.uniform(0.01, 0.12)), int(n * chance.uniform(0.01, 0.12))
        x, y = chance.whole(0, n), chance.whole(0, n)
        cv2.rectangle(tone, (x, y), (x + w, y + h), chance.uniform(0.15, 0.5), -1)
        cv2.rectangle(tone, (x, y), (x + w, y + h), 0.1, 1)
    return tone[..., None] * np.array(chance.colour((0, 0.3), (0.6, 1))) + noise.stars(chance, n, n, 150, (0.8, 1.5)) * 0.7


def _frame(chance, picture):
    """Printed lines some mats carry: range marks, a grid, an inner border, a badge."""
    n = picture.shape[0]
    ink = chance.colour((0, 0.8), (0.3, 1))
    if chance.maybe(0.15):
        inset = int(chance.uniform(0.004, 0.03) * n)
        cv2.rectangle(picture, (inset, inset), (n - inset, n - inset), ink, chance.whole(1, 5), cv2.LINE_AA)
    if chance.maybe(0.15):
        for step in range(1, 9):
            at = int(n * step * 100 / MAT_MM)
            for end in (0, n):
                reach = int(n * chance.pick([0.01, 0.02]))
                cv2.line(picture, (at, end), (at, abs(end - reach)), ink, 2, cv2.LINE_AA)
                cv2.line(picture, (end, at), (abs(end - reach), at), ink, 2, cv2.LINE_AA)
    if chance.maybe(0.06):
        for step in range(1, 9):
            at = int(n * step * 100 / MAT_MM)
            cv2.line(picture, (at, 0), (at, n), ink, 1, cv2.LINE_AA)
            cv2.line(picture, (0, at), (n, at), ink, 1, cv2.LINE_AA)
    if chance.maybe(0.3):
        text = np.zeros((n, n), np.uint8)  # OpenCV 5 writes on bytes alone
        cv2.putText(text, 'ORBIT ' + str(chance.whole(1, 99)), (int(n * 0.8), int(n * 0.97)), cv2.FONT_HERSHEY_SIMPLEX, n / 2200, 255, 2, cv2.LINE_AA)
        picture += (np.asarray(ink, np.float32) - picture) * (text[..., None] / np.float32(255))
    border = chance.pick([0, 3.0, 4.5], [3, 4, 2])
    if border:
        _stitches(chance, picture, int(border / MAT_MM * n))


def _stitches(chance, picture, width):
    """An overlocked edge: a band of one thread colour with slanting threads."""
    n = picture.shape[0]
    thread = np.array(chance.colour((0, 0.7), (0.02, 0.6)), np.float32)
    ys, xs = np.mgrid[0:n, 0:n]
    slant = (0.75 + 0.25 * np.sign(np.sin((xs + ys) * 2 * np.pi / max(3, width * 0.7))))[..., None].astype(np.float32)
    edge = np.minimum(np.minimum(xs, ys), np.minimum(n - 1 - xs, n - 1 - ys))
    band = edge < width
    picture[band] = (thread * slant)[band]
