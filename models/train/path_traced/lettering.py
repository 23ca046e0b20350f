"""Invented words and glyphs, set with whatever fonts the machine has."""

import glob

from PIL import ImageFont

SYLLABLES = 'ba ka ro vel tan dru mi or ez qua sil ven tor ax lum na gre shi pol wen dar ik os fen ul cor bri jad ne'.split()
FONT_FILES = sorted(
    glob.glob('/usr/share/fonts/truetype/dejavu/*.ttf')
    + glob.glob('/usr/share/fonts/truetype/liberation/*.ttf')
    + glob.glob('/usr/share/fonts/opentype/urw-base35/*.otf')
)


def word(chance, syllables=(2, 4)):
    return ''.join(chance.pick(SYLLABLES) for _ in range(chance.whole(*syllables))).capitalize()


def font(chance, size_px):
    """A random font; PIL's own where none is installed."""
    readable = [f for f in FONT_FILES if 'Dingbats' not in f and 'Symbol' not in f]
    if not readable:
        return ImageFont.load_default()
    return ImageFont.truetype(chance.pick(readable), max(6, int(size_px)))


def glyph(draw, chance, x, y, size, fill):
    """A small pictogram: a few strokes and dots, mirrored, like an icon nobody knows."""
    kind = chance.whole(0, 3)
    if kind == 0:
        sides = chance.whole(3, 8)
        draw.regular_polygon((x, y, size * 0.5), sides, rotation=chance.uniform(0, 90), fill=fill)
    elif kind == 1:
        draw.ellipse([x - size * 0.5, y - size * 0.5, x + size * 0.5, y + size * 0.5], outline=fill, width=max(1, int(size * 0.16)))
        draw.line([x, y - size * 0.5, x, y + size * 0.5], fill=fill, width=max(1, int(size * 0.12)))
    else:
        half = [(chance.uniform(0, 0.5) * size, chance.uniform(-0.5, 0.5) * size) for _ in range(chance.whole(3, 5))]
        half.sort(key=lambda p: p[1])
        draw.polygon([(x + a, y + b) for a, b in half] + [(x - a, y + b) for a, b in reversed(half)], fill=fill)
