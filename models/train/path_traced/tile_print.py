"""The printed cardboard of a base: star field, arcs, bullseye, name panel, hashmarks. Invented art, no two alike."""

import cv2
import numpy as np
from PIL import Image, ImageDraw

import art
import lettering
import noise
from sizes import HALF_ARC_DEG, TILE_MM

# hue of the front arc, as on the factions' prints, and some that nobody prints
ARC_HUES = [0.0, 0.02, 0.33, 0.37, 0.14, 0.12, 0.58, 0.62, 0.07, 0.05]


def paint_tile(chance, size, px_per_mm=14, prints=()):
    """sRGB picture in 0..1 of the whole tile, front edge at the top row."""
    width_mm, length_mm = TILE_MM[size]
    width, height = int(width_mm * px_per_mm), int(length_mm * px_per_mm)
    scale = 3 * px_per_mm / 14
    background = _ground(chance, height, width, prints)
    style = chance.pick(['plain wedge', 'edge glow', 'lines only', 'two tones'], [5, 3, 2, 1])
    colour = np.array(chance.colour((0.55, 1.0), (0.35, 0.85), (h := chance.pick(ARC_HUES) + chance.normal(0, 0.015), h)))
    picture = _front_arc(chance, background, size, colour, style, px_per_mm)
    image = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8))
    draw = ImageDraw.Draw(image, 'RGBA')
    _arc_lines(draw, chance, size, width, height, colour, px_per_mm)
    _bullseye(draw, chance, width, height, px_per_mm, colour)
    _panel(image, draw, chance, width, height, px_per_mm)
    _hashmarks(draw, chance, width, height, px_per_mm)
    _emblem(draw, chance, width, height, px_per_mm, colour)
    painted = np.asarray(image, np.float32) / 255
    if chance.maybe(0.25):
        painted = _aged(chance, painted)
    if chance.maybe(0.7):
        painted = cv2.GaussianBlur(painted, (0, 0), 0.35 * scale)
    return np.clip(painted, 0, 1)


def _ground(chance, height, width, prints):
    kind = chance.pick(['stars', 'nebula', 'grey', 'light', 'pattern', 'photo'], [10, 3, 1, 1, 1, 4 if prints else 0])
    if kind == 'photo':
        picture = art.read_picture(chance.pick(prints))
        side = int(min(picture.shape[:2]) * chance.uniform(0.3, 1))
        top, left = chance.whole(0, picture.shape[0] - side), chance.whole(0, picture.shape[1] - side)
        return cv2.resize(picture[top:top + side, left:left + side], (width, height), interpolation=cv2.INTER_CUBIC) * chance.uniform(0.25, 0.9)
    if kind == 'light':
        base = np.ones((height, width, 3), np.float32) * np.array(chance.colour((0, 0.25), (0.6, 0.9)), np.float32)
        return base * (0.9 + 0.2 * noise.fractal(chance, height, width)[..., None])
    deep = np.array(chance.colour((0, 0.7), (0.01, 0.10)), np.float32)
    if kind == 'grey':
        deep = np.array(chance.colour((0, 0.2), (0.15, 0.4)), np.float32)
    base = np.ones((height, width, 3), np.float32) * deep
    if kind == 'nebula':
        glow = np.array(chance.colour((0.3, 1), (0.15, 0.5)), np.float32)
        base = base + noise.fractal(chance, height, width, 2.2)[..., None] ** 3 * glow * 2
    if kind == 'pattern':
        base = base + (noise.ridged(chance, height, width) ** 6)[..., None] * np.array(chance.colour((0.2, 1), (0.2, 0.5)))
    return base + noise.stars(chance, height, width, chance.uniform(300, 1600), (0.6, 2.2)) * chance.uniform(0.4, 1)


def _front_arc(chance, picture, size, colour, style, px_per_mm):
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x_mm = (xs + 0.5 - width / 2) / px_per_mm
    y_mm = (height / 2 - ys - 0.5) / px_per_mm
    away, angle = cv2.cartToPolar(y_mm, np.abs(x_mm), angleInDegrees=True)
    inside = np.clip((HALF_ARC_DEG[size] - angle) * away * np.float32(np.pi / 180 * px_per_mm) + 0.5, 0, 1)[..., None]
    share = {'plain wedge': chance.uniform(0.45, 1.0), 'edge glow': 1.0, 'lines only': 0.0, 'two tones': 0.9}[style]
    if style == 'edge glow':
        share = np.exp(-np.clip(HALF_ARC_DEG[size] - angle, 0, 90) / chance.uniform(5, 14))[..., None] * 0.9 + 0.12
    fade = np.clip(chance.uniform(0.5, 1.1) + y_mm / height * px_per_mm * chance.uniform(-0.3, 0.9), 0.25, 1)[..., None]
    wash = picture * (1 - 0.55 * share) + colour * share * fade
    result = picture * (1 - inside) + wash * inside
    if style == 'two tones':
        sides = (np.abs(y_mm) < np.abs(x_mm)).astype(np.float32)[..., None]
        result = result + sides * np.array(chance.colour((0.2, 0.8), (0.05, 0.3))) * (1 - inside)
    return result


def _arc_lines(draw, chance, size, width, height, colour, px_per_mm):
    bright = tuple(int(255 * c) for c in (np.ones(3) if chance.maybe(0.6) else np.clip(colour * 1.7 + 0.15, 0, 1)))
    thickness = max(1, round(chance.uniform(0.25, 0.75) * px_per_mm))
    reach = height
    tan = np.tan(np.radians(HALF_ARC_DEG[size]))
    rear = chance.maybe(0.7)
    for side in (-1, 1):
        for way in (-1, 1) if rear else (-1,):
            draw.line([width / 2, height / 2, width / 2 + side * tan * reach, height / 2 + way * reach], fill=bright + (235,), width=thickness)
    if chance.maybe(0.35):
        draw.line([0, height / 2, width, height / 2], fill=bright + (140,), width=max(1, thickness // 2))


def _bullseye(draw, chance, width, height, px_per_mm, colour):
    if chance.maybe(0.12):
        return
    half = chance.uniform(7.2, 8.1) * px_per_mm
    length = chance.uniform(2.5, 9) * px_per_mm
    ink = tuple(int(255 * c) for c in np.clip(colour * chance.uniform(0.5, 1.6) + chance.uniform(0, 0.2), 0, 1))
    if chance.maybe(0.5):
        draw.rectangle([width / 2 - half, 0, width / 2 + half, length], fill=ink + (chance.whole(60, 190),))
    for side in (-1, 1):
        draw.line([width / 2 + side * half, 0, width / 2 + side * half, length], fill=(240, 240, 240, 200), width=max(1, int(px_per_mm * 0.25)))


def _panel(image, draw, chance, width, height, px_per_mm):
    tall = chance.uniform(4.2, 7.5) * px_per_mm
    inset = chance.uniform(0, 5) * px_per_mm
    top = height - tall - chance.uniform(0, 1.2) * px_per_mm
    slant = chance.pick([0, 2.0, 3.5]) * px_per_mm
    light = chance.maybe(0.7)
    ground = chance.colour((0, 0.35), (0.65, 0.98)) if light else chance.colour((0, 0.6), (0.04, 0.3))
    ink = (15, 15, 18) if light else (240, 240, 235)
    fill = tuple(int(255 * c) for c in ground) + (chance.whole(200, 255),)
    draw.polygon([(inset + slant, top), (width - inset - slant, top), (width - inset, top + tall), (inset, top + tall)], fill=fill)
    name = lettering.word(chance) + ' ' + lettering.word(chance, (1, 3))
    face = lettering.font(chance, tall * chance.uniform(0.38, 0.62))
    draw.text((width / 2, top + tall * 0.5), name.upper() if chance.maybe(0.6) else name, font=face, fill=ink, anchor='mm')
    number = tuple(int(255 * c) for c in chance.colour((0.7, 1), (0.7, 1), (0.04, 0.12)))
    face = lettering.font(chance, tall * 0.95)
    draw.text((inset + slant + tall * 0.7, top + tall * 0.5), str(chance.whole(1, 6)), font=face, fill=number, anchor='mm')
    if chance.maybe(0.6):
        stat_y = top - tall * 0.55
        for index in range(4):
            hue = [0.0, 0.3, 0.13, 0.55][index]
            ink = tuple(int(255 * c) for c in chance.colour((0.6, 1), (0.6, 1), (hue, hue)))
            x = width * (0.16 + 0.1 * index) if chance.maybe(0.5) else width * (0.84 - 0.1 * index)
            draw.text((x, stat_y), str(chance.whole(0, 9)), font=lettering.font(chance, tall * 0.6), fill=ink, anchor='mm')


def _hashmarks(draw, chance, width, height, px_per_mm):
    ink = (235, 235, 235, chance.whole(150, 255))
    length, thick = chance.uniform(1.2, 3.2) * px_per_mm, max(1, int(chance.uniform(0.3, 0.8) * px_per_mm))
    if chance.maybe(0.93):
        draw.line([0, height / 2, length, height / 2], fill=ink, width=thick)
        draw.line([width - length, height / 2, width, height / 2], fill=ink, width=thick)
        draw.line([width / 2, 0, width / 2, length], fill=ink, width=thick)
        draw.line([width / 2, height - length, width / 2, height], fill=ink, width=thick)


def _emblem(draw, chance, width, height, px_per_mm, colour):
    ink = tuple(int(255 * c) for c in np.clip(colour * 1.4 + 0.1, 0, 1))
    for _ in range(chance.whole(1, 4)):
        x = width * (0.5 + chance.sign() * chance.uniform(0.28, 0.42))
        y = height * chance.uniform(0.4, 0.8)
        lettering.glyph(draw, chance, x, y, chance.uniform(2.5, 6) * px_per_mm, chance.pick([(245, 245, 245, 230), ink + (255,)]))
    if chance.maybe(0.35):
        draw.rectangle([0, 0, width - 1, height - 1], outline=ink + (255,), width=int(chance.uniform(0.3, 0.9) * px_per_mm))


def _aged(chance, picture):
    height, width = picture.shape[:2]
    wear = (noise.fractal(chance, height, width, 1.2) > 0.72).astype(np.float32)[..., None]
    faded = picture * chance.uniform(0.55, 1) + chance.uniform(0, 0.25)
    return faded * (1 - 0.25 * wear) + 0.7 * 0.25 * wear
