"""Prints of flat cardboard: obstacles, cards, tokens."""

import cv2
import numpy as np
from PIL import Image, ImageDraw

import lettering
import noise


def paint_obstacle(chance, kind, outline_mm, px_per_mm=8):
    """sRGB picture 0..1 over the bounding square of `outline_mm` (list of points about its centre), with its side in mm.
    Top row = largest y."""
    points = np.asarray(outline_mm, float)
    half = float(np.abs(points).max()) + 1
    n = int(2 * half * px_per_mm)
    style = chance.pick(['drawn', 'plain', 'noise'], [7, 2, 1])
    if style != 'drawn':  # a plain cloud, a painted board, anything
        first, second = np.array(chance.colour((0, 1), (0.05, 0.95))), np.array(chance.colour((0, 1), (0.05, 0.95)))
        field = noise.fractal(chance, n, n, chance.uniform(0.8, 2.2))
        picture = noise.ramp(field, [first, first * 0.8 + second * 0.2] if style == 'plain' else [first, second])
    elif kind == 'asteroid':
        hue = chance.uniform(0.02, 0.13)
        dark, mid = chance.colour((0, 0.4), (0.05, 0.2), (hue, hue)), chance.colour((0, 0.45), (0.3, 0.7), (hue, hue))
        height = noise.warped(noise.fractal(chance, n, n, 1.7), chance, n * 0.05)
        shade = np.gradient(height, axis=chance.whole(0, 1)) * n * 0.25
        picture = noise.ramp(np.clip(height + shade, 0, 1), [dark, mid, np.clip(np.array(mid) * 1.4, 0, 1)])
        for _ in range(chance.whole(3, 14)):
            at = (chance.whole(0, n), chance.whole(0, n))
            cv2.circle(picture, at, int(n * chance.uniform(0.01, 0.07)), (np.array(dark) * chance.uniform(0.5, 1.5)).tolist(), -1, cv2.LINE_AA)
    elif kind == 'debris':
        picture = np.zeros((n, n, 3), np.float32) + np.array(chance.colour((0, 0.5), (0.02, 0.12)), np.float32)
        picture += noise.stars(chance, n, n, 500)
        for _ in range(chance.whole(60, 160)):
            at = np.array([chance.uniform(0, n), chance.uniform(0, n)])
            shard = at + chance.rng.normal(0, n * chance.uniform(0.01, 0.07), (chance.whole(3, 6), 2))
            grey = chance.uniform(0.15, 0.75)
            ink = grey * np.array([1, chance.uniform(0.85, 1), chance.uniform(0.75, 1.05)])
            cv2.fillConvexPoly(picture, cv2.convexHull(shard.astype(np.int32)), ink.tolist(), cv2.LINE_AA)
        if chance.maybe(0.5):
            glow = noise.fractal(chance, n, n, 2.0)[..., None] ** 4
            picture += glow * np.array([1.6, 0.7, 0.1])
    else:
        first, second = chance.colour((0.3, 1), (0.3, 1)), chance.colour((0.3, 1), (0.3, 0.9))
        cloud = noise.warped(noise.fractal(chance, n, n, 1.9), chance, n * 0.1)
        picture = noise.ramp(cloud, [(0.03, 0.03, 0.06), first, second, (1, 1, 1)])
    pixels = ((points * [1, -1] + half) * px_per_mm).astype(np.int32)
    if chance.maybe(0.5):
        ink = chance.colour((0, 0.8), (0.0, 1.0))
        cv2.polylines(picture, [pixels], True, ink, max(1, int(chance.uniform(0.4, 2) * px_per_mm)), cv2.LINE_AA)
    return np.clip(picture, 0, 1), 2 * half


def paint_card(chance, width_px, height_px):
    """A card face: art window, title bar, text lines."""
    ground = chance.colour((0, 0.6), (0.05, 0.95))
    picture = np.ones((height_px, width_px, 3), np.float32) * np.array(ground, np.float32)
    art = noise.ramp(noise.warped(noise.fractal(chance, height_px, width_px, 1.7), chance, 20), [chance.colour() for _ in range(4)])
    if chance.maybe(0.35):
        picture = art * 0.8
        cut = 0
    else:
        cut = int(height_px * chance.uniform(0.3, 0.6))
        picture[:cut] = art[:cut]
    image = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    ink = (20, 20, 20) if sum(ground) > 1.4 else (235, 235, 230)
    if cut:
        draw.rectangle([0, cut, width_px, cut + height_px * 0.09], fill=tuple(int(255 * c) for c in chance.colour()))
        draw.text((width_px / 2, cut + height_px * 0.045), lettering.word(chance), font=lettering.font(chance, height_px * 0.07), fill=ink, anchor='mm')
        y = cut + height_px * 0.16
        face = lettering.font(chance, height_px * 0.045)
        while y < height_px * 0.93:
            line = ' '.join(lettering.word(chance, (1, 3)).lower() for _ in range(4))
            draw.text((width_px * 0.08, y), line, font=face, fill=ink)
            y += height_px * 0.06
    draw.rectangle([0, 0, width_px - 1, height_px - 1], outline=tuple(int(255 * c) for c in chance.colour((0, 0.4), (0, 1))), width=max(2, width_px // 40))
    return np.asarray(image, np.float32) / 255


def paint_token(chance, pixels=160):
    """A square picture for a small token; its shape cuts the rest away."""
    ground = np.array(chance.colour((0.2, 1), (0.1, 0.9)), np.float32)
    picture = np.ones((pixels, pixels, 3), np.float32) * ground * (0.8 + 0.4 * noise.fractal(chance, pixels, pixels)[..., None])
    image = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8))
    draw = ImageDraw.Draw(image, 'RGBA')
    ink = tuple(int(255 * c) for c in chance.colour((0, 0.6), (0.6, 1)))
    if chance.maybe(0.6):
        lettering.glyph(draw, chance, pixels / 2, pixels / 2, pixels * 0.5, ink + (255,))
    else:
        draw.text((pixels / 2, pixels / 2), str(chance.whole(0, 30)), font=lettering.font(chance, pixels * 0.5), fill=ink, anchor='mm')
    return np.asarray(image, np.float32) / 255
