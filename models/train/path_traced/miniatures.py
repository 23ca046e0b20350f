"""Invented miniatures, built of lofts, plates, drums and boxes. Each plan returns [(part, material key)] about the peg's top,
nose along +y, lengths in mm; `add_miniature` paints and places one."""

import math

import materials
import solids

LENGTH_MM = {'small': (32, 62), 'medium': (52, 95), 'large': (80, 150)}


def add_miniature(chance, ship, top_mm):
    """Adds the ship's miniature with its centre about `top_mm` above the mat; returns its objects."""
    length = chance.uniform(*LENGTH_MM[ship['base']])
    plans = {
        'small': [_fighter, _fighter, _panels, _panels, _twin_boom, _wing, _pod, _needle],
        'medium': [_fighter, _twin_boom, _wing, _shuttle, _saucer, _pod, _block],
        'large': [_saucer, _wedge, _wedge, _block, _shuttle, _wing, _block],
    }[ship['base']]
    plan = chance.pick(plans)
    parts = plan(chance.fork('plan'), length)
    keys = {key for _, key in parts}
    paints = _paints(chance.fork('paint'), ship['id'], length)
    thing = solids.joined(f'{ship["id"]}:mini', [(part, paints[key]) for part, key in parts])
    solids.bevel(thing, chance.uniform(0.15, 0.4), 1, 50)
    solids.smooth(thing, 40)
    thing.location = (ship['xMm'], ship['yMm'], top_mm)
    roll, pitch = (chance.normal(0, 3), chance.normal(0, 3))
    if chance.maybe(0.12):
        roll, pitch = chance.normal(0, 14), chance.normal(0, 10)
    thing.rotation_euler = (math.radians(pitch), math.radians(roll), -math.radians(ship['headingDeg'] + chance.normal(0, 2.5)))
    assert keys <= set(paints), f'got part keys {keys}, expected some of {set(paints)}'
    return [thing]


def _paints(chance, name, length):
    base = chance.pick([
        chance.colour((0, 0.12), (0.45, 0.9)), chance.colour((0, 0.15), (0.1, 0.35)), chance.colour((0.05, 0.3), (0.4, 0.75)),
        chance.colour((0.2, 1), (0.2, 0.9)), (0.02, 0.02, 0.025)], [5, 3, 3, 3, 1])
    accent = chance.colour((0.3, 1), (0.15, 0.9)) if chance.maybe(0.8) else base
    return {
        'hull': materials.hull_paint(chance.fork('hull'), f'{name}-hull', base, accent, chance.uniform(0.05, 0.16) * length),
        'wing': materials.hull_paint(chance.fork('wing'), f'{name}-wing', base, accent, chance.uniform(0.04, 0.2) * length),
        'dark': materials.hull_paint(chance.fork('dark'), f'{name}-dark', chance.colour((0, 0.3), (0.02, 0.12)), (0.05, 0.05, 0.06), 2.5),
        'metal': materials.plain(f'{name}-metal', [chance.uniform(0.2, 0.6)] * 3, chance.uniform(0.25, 0.6), metallic=0.7),
        'window': materials.plain(f'{name}-window', chance.colour((0, 0.8), (0.01, 0.1)), 0.08),
        'accent': materials.plain(f'{name}-accent', accent, 0.5),
    }


def _plate(outline, z, thick):
    return solids.prism(outline, z - thick / 2, z + thick / 2)


def _wing_plate(chance, root, tip, span, start, thick, sweep):
    """A wing to the right: trapezoid from x = start to start + span."""
    return _plate([(start, -root / 2), (start + span, -tip / 2 - sweep), (start + span, tip / 2 - sweep), (start, root / 2)], 0, thick)


def _greebles(chance, count, x, y, z, size):
    return [(solids.box(chance.uniform(0.3, 1) * size, chance.uniform(0.3, 1) * size, chance.uniform(0.2, 0.7) * size,
                        (chance.uniform(-x, x), chance.uniform(*y), z)), chance.pick(['hull', 'dark', 'metal', 'accent'])) for _ in range(count)]


def _engine(radius, length, at):
    profile = [(radius * 0.7, 0), (radius, length * 0.15), (radius, length * 0.8), (radius * 0.75, length)]
    return solids.lathe(profile, 14, at, 'y')


def _fuselage(chance, l, w):
    return solids.loft([(-l / 2, w * 0.7, w * 0.6, 0), (-l * 0.4, w, w * 0.8, 0), (0, w * chance.uniform(0.7, 1), w * 0.8, 0),
                        (l * 0.25, w * chance.uniform(0.4, 0.7), w * 0.5, -w * 0.05), (l * 0.5, w * chance.uniform(0.1, 0.4), w * 0.22, -w * 0.1)],
                       12, chance.uniform(2, 5))


def _fighter(chance, l):
    w = l * chance.uniform(0.14, 0.24)
    parts = [(_fuselage(chance, l, w), 'hull')]
    parts.append((solids.loft([(-l * 0.12, w * 0.3, w * 0.3, w * 0.4), (-l * 0.02, w * 0.5, w * 0.5, w * 0.4), (l * 0.12, w * 0.3, w * 0.2, w * 0.3)], 10), 'window'))
    span, tilt = l * chance.uniform(0.3, 0.5), math.radians(chance.pick([0, 12, 16, 20]))
    levels = (1, -1) if tilt and chance.maybe(0.7) else (1,)
    for level in levels:
        wing = _wing_plate(chance, l * chance.uniform(0.25, 0.4), l * chance.uniform(0.12, 0.3), span, w * 0.35, l * 0.025, l * chance.uniform(0, 0.25))
        wing = solids.moved(wing, (0, -l * 0.22, 0), ('y', -level * tilt))
        parts.append((solids.mirrored(wing), 'wing'))
        tip = (w * 0.35 + span) * math.cos(tilt), (w * 0.35 + span) * math.sin(tilt) * level
        gun = solids.lathe([(l * 0.015, 0), (l * 0.013, l * 0.35), (l * 0.008, l * 0.55)], 8, (tip[0], -l * 0.3, tip[1]), 'y')
        gun = ([(x, -y - l * 0.5, z) for x, y, z in gun[0]], gun[1]) if chance.maybe(0.5) else gun
        parts.append((solids.mirrored(gun), 'metal'))
        parts.append((solids.mirrored(_engine(l * 0.055, l * 0.3, (w * 0.7, -l * 0.25, level * w * 0.35))), 'metal'))
    return parts + _greebles(chance, 10, w * 0.3, (-l * 0.4, 0), w * 0.42, w * 0.3)


def _panels(chance, l):
    ball = l * chance.uniform(0.16, 0.24)
    parts = [(solids.lathe([(ball * math.sin(t * math.pi / 12), -ball * math.cos(t * math.pi / 12)) for t in range(13)], 24, (0, 0, 0), 'y'), 'hull'),
             (solids.lathe([(ball * 0.7, 0), (ball * 0.55, ball * 0.25)], 16, (0, -ball * 0.85, 0), 'y'), 'window')]
    half, tall, deep = l * chance.uniform(0.36, 0.55), l * chance.uniform(0.35, 0.62), l * chance.uniform(0.35, 0.5)
    parts.append((solids.mirrored(solids.lathe([(ball * 0.6, 0), (ball * 0.3, half * 0.5), (ball * 0.5, half)], 10, (0, 0, 0), 'x')), 'metal'))
    bend = chance.pick([0, 0, 1])
    hexagon = [(deep * math.cos(math.radians(60 * k)), tall * math.sin(math.radians(60 * k)) * 1.1) for k in range(6)]
    if chance.maybe(0.3):
        hexagon = [(-deep, -tall * 0.5), (deep * 1.3, -tall), (deep * 0.3, 0), (deep * 1.3, tall), (-deep, tall * 0.5)]
    for scale, thick, key in ((1.0, 0.7, 'dark'), (0.28, 1.6, 'hull')):
        sheet = solids.prism([(a * scale, b * scale) for a, b in hexagon], -thick / 2, thick / 2)
        upright = ([(half + z, x, y) for x, y, z in sheet[0]], sheet[1])
        if bend:
            upright = ([(x - abs(z) * 0.4, y, z) for x, y, z in upright[0]], upright[1])
        parts.append((solids.mirrored(upright), key))
    for k in range(6):
        (a, b), (c, d) = hexagon[k % len(hexagon)], hexagon[(k + 1) % len(hexagon)]
        mid, length, angle = ((a + c) / 2, (b + d) / 2), math.hypot(c - a, d - b), math.atan2(d - b, c - a)
        rim = solids.moved(solids.box(0.6, length, 0.9), (0, 0, 0))
        rim = solids.moved(rim, (half - (abs(mid[1]) * 0.4 if bend else 0), mid[0], mid[1]), ('x', angle))
        parts.append((solids.mirrored(rim), 'hull'))
    return parts


def _twin_boom(chance, l):
    w = l * 0.16
    parts = [(solids.loft([(0, w, w * 0.6, 0), (l * 0.3, w * 1.2, w * 0.7, 0), (l * 0.5, w * 0.5, w * 0.3, 0)], 12, 4), 'hull'),
             (solids.box(l * 0.5, l * 0.12, l * 0.06, (0, 0, 0)), 'dark'), (solids.box(w * 0.6, l * 0.4, l * 0.05, (0, l * 0.05, 0)), 'hull'),
             (solids.loft([(l * 0.24, w * 0.4, w * 0.4, w * 0.3), (l * 0.42, w * 0.3, w * 0.2, w * 0.2)], 8), 'window')]
    x = l * chance.uniform(0.22, 0.34)
    parts.append((solids.mirrored(_engine(l * 0.07, l * 0.55, (x, -l * 0.0, 0))), 'hull'))
    parts.append((solids.mirrored(solids.lathe([(l * 0.02, 0), (l * 0.08, l * 0.03), (l * 0.02, l * 0.09)], 12, (x, l * 0.08, 0), 'y')), 'accent'))
    for k in range(4):
        parts.append((solids.mirrored(solids.box(0.7, l * 0.45, 0.7, (x + l * 0.09 * math.cos(k * 1.57), -l * 0.25, l * 0.09 * math.sin(k * 1.57)))), 'metal'))
    return parts + _greebles(chance, 14, l * 0.22, (-l * 0.06, l * 0.06), l * 0.04, l * 0.05)


def _wing(chance, l):
    span, sweep = l * chance.uniform(0.45, 0.75), l * chance.uniform(-0.35, 0.4)
    thick = l * chance.uniform(0.04, 0.1)
    outline = [(0, l * 0.5), (span * 0.35, l * 0.18), (span, -sweep), (span * 0.95, -sweep - l * 0.15), (span * 0.3, -l * 0.25), (0, -l * 0.35)]
    droop = chance.uniform(-0.15, 0.15)
    blade = _plate(outline, 0, thick)
    blade = ([(x, y, z * (1 - 0.7 * x / span) + droop * x) for x, y, z in blade[0]], blade[1])
    parts = [(solids.mirrored(blade), 'wing'), (solids.loft([(-l * 0.3, l * 0.1, l * 0.09, 0), (0, l * 0.16, l * 0.14, l * 0.02), (l * 0.4, l * 0.07, l * 0.06, 0)], 12), 'hull'),
             (solids.loft([(0, l * 0.06, l * 0.05, l * 0.08), (l * 0.1, l * 0.08, l * 0.06, l * 0.07), (l * 0.22, l * 0.03, l * 0.02, l * 0.05)], 10), 'window'),
             (solids.mirrored(_engine(l * 0.05, l * 0.14, (l * 0.12, -l * 0.16, thick * 0.5))), 'metal')]
    return parts + _greebles(chance, 12, span * 0.3, (-l * 0.2, l * 0.1), thick * 0.5, l * 0.05)


def _pod(chance, l):
    """Rounded body with a few drums and fins: the odd ones."""
    tall = chance.uniform(0.25, 0.6)
    parts = [(solids.loft([(-l * 0.4, l * 0.1, l * 0.1, 0), (-l * 0.25, l * 0.35, l * tall, 0), (0, l * 0.42, l * tall, l * 0.03),
                           (l * 0.25, l * 0.3, l * tall * 0.7, 0), (l * 0.4, l * 0.08, l * 0.08, 0)], 20, 2.2), 'hull')]
    for _ in range(chance.whole(2, 5)):
        fin = solids.box(l * chance.uniform(0.02, 0.3), l * chance.uniform(0.1, 0.5), l * chance.uniform(0.02, 0.35),
                         (l * chance.uniform(0.1, 0.4), l * chance.uniform(-0.4, 0.2), l * chance.uniform(-0.2, 0.2)))
        parts.append((solids.mirrored(fin), chance.pick(['wing', 'dark', 'accent'])))
    parts.append((solids.lathe([(l * 0.13, 0), (l * 0.08, l * 0.1)], 16, (0, l * 0.1, l * tall * 0.38), 'z'), 'window'))
    parts.append((solids.mirrored(_engine(l * 0.07, l * 0.2, (l * 0.15, -l * 0.3, 0))), 'metal'))
    return parts


def _needle(chance, l):
    w = l * 0.12
    parts = [(solids.loft([(-l * 0.5, w * 0.6, w * 0.6, 0), (-l * 0.1, w, w, 0), (l * 0.5, w * 0.15, w * 0.15, 0)], 12, 2.2), 'hull')]
    fin = _wing_plate(chance, l * 0.3, l * 0.05, l * chance.uniform(0.12, 0.35), w * 0.3, 1.0, l * 0.1)
    for k in range(chance.whole(2, 4)):
        parts.append((solids.moved(fin, (0, -l * 0.3, 0), ('y', k * 2 * math.pi / 3 + 0.5)), 'wing'))
    return parts + [(solids.loft([(0, w * 0.4, w * 0.4, w * 0.4), (l * 0.2, w * 0.3, w * 0.2, w * 0.3)], 8), 'window')]


def _shuttle(chance, l):
    w = l * 0.26
    parts = [(_fuselage(chance, l * 0.85, w), 'hull')]
    wing = _wing_plate(chance, l * 0.4, l * 0.18, l * chance.uniform(0.35, 0.6), w * 0.3, l * 0.03, l * 0.12)
    tilt = math.radians(chance.pick([-25, -10, 20, 50]))
    parts.append((solids.mirrored(solids.moved(wing, (0, -l * 0.1, 0), ('y', -tilt))), 'wing'))
    if chance.maybe(0.7):
        parts.append((solids.moved(wing, (0, -l * 0.15, 0), ('y', -math.pi / 2)), 'wing'))
    parts.append((solids.box(w * 0.6, l * 0.12, w * 0.3, (0, l * 0.22, w * 0.25)), 'window'))
    return parts + _greebles(chance, 16, w * 0.3, (-l * 0.35, l * 0.1), w * 0.4, w * 0.25)


def _saucer(chance, l):
    r, t = l * 0.38, l * chance.uniform(0.06, 0.11)
    parts = [(solids.lathe([(r * 0.3, -t), (r * 0.97, -t * 0.25), (r, 0), (r * 0.97, t * 0.25), (r * 0.35, t), (r * 0.2, t * 1.1)], 48), 'hull')]
    jaw = solids.prism([(r * 0.12, r * 0.8), (r * 0.6, r * 0.7), (r * 0.42, l * 0.6), (r * 0.16, l * 0.6)], -t * 0.5, t * 0.5)
    if chance.maybe(0.7):
        parts.append((solids.mirrored(jaw), 'wing'))
    side = r * chance.uniform(0.7, 1.0) * chance.sign()
    parts.append((solids.loft([(r * 0.2, l * 0.08, l * 0.08, 0, side), (r * 0.8, l * 0.1, l * 0.1, 0, side), (r * 1.0, l * 0.06, l * 0.06, 0, side)], 12), 'hull'))
    parts.append((solids.lathe([(l * 0.05, 0), (l * 0.04, l * 0.03)], 12, (side, r * 1.0, 0), 'y'), 'window'))
    parts.append((solids.lathe([(l * 0.015, 0), (l * 0.02, l * 0.05), (l * 0.1, l * 0.08), (l * 0.09, l * 0.085)], 20, (-r * 0.5, r * 0.3, t * 0.7)), 'metal'))
    for _ in range(chance.whole(8, 24)):
        a, d = chance.uniform(0, 6.28), chance.uniform(0.2, 0.85) * r
        s = chance.uniform(0.03, 0.09) * l
        parts.append((solids.box(s, s * chance.uniform(0.4, 1), t * 0.5, (d * math.cos(a), d * math.sin(a), t * (1.1 - d / r))), chance.pick(['hull', 'dark', 'accent', 'metal'])))
    return parts


def _wedge(chance, l):
    w, t = l * chance.uniform(0.3, 0.5), l * chance.uniform(0.05, 0.1)
    hull = ([(0, l * 0.5, 0), (w, -l * 0.45, 0), (-w, -l * 0.45, 0), (0, -l * 0.3, t * 1.6), (0, -l * 0.3, -t), (w * 0.4, -l * 0.45, t), (-w * 0.4, -l * 0.45, t), (0, -l * 0.45, -t * 0.8)],
            [(0, 1, 5, 3), (0, 3, 6, 2), (3, 5, 6), (0, 4, 1), (0, 2, 4), (1, 7, 5), (5, 7, 6), (6, 7, 2), (1, 4, 7), (2, 7, 4)])
    parts = [(hull, 'hull'), (solids.box(w * 0.6, l * 0.28, t * 0.9, (0, -l * 0.27, t * 1.3)), 'wing'), (solids.box(w * 0.4, l * 0.14, t, (0, -l * 0.32, t * 2.1)), 'hull'),
             (solids.box(w * 0.55, l * 0.05, t * 0.6, (0, -l * 0.33, t * 2.8)), 'hull')]
    for x in (-0.45, 0, 0.45):
        parts.append((_engine(t * 0.5, l * 0.08, (x * w, -l * 0.43, 0)), 'metal'))
    return parts + _greebles(chance, 40, w * 0.45, (-l * 0.42, l * 0.02), t * 0.95, l * 0.04)


def _block(chance, l):
    """A freighter: stacked boxes, drums and a nose."""
    w, h = l * chance.uniform(0.2, 0.35), l * chance.uniform(0.1, 0.2)
    parts = [(solids.loft([(-l * 0.5, w, h, 0), (-l * 0.1, w, h, 0), (l * 0.3, w * 0.6, h * 0.8, 0), (l * 0.5, w * 0.5, h * 0.4, -h * 0.1)], 8, 9), 'hull')]
    for _ in range(chance.whole(3, 7)):
        parts.append((solids.mirrored(solids.box(w * chance.uniform(0.2, 0.8), l * chance.uniform(0.08, 0.4), h * chance.uniform(0.3, 1),
                      (w * chance.uniform(0, 0.7), l * chance.uniform(-0.4, 0.2), h * chance.uniform(-0.3, 0.6)))), chance.pick(['hull', 'wing', 'dark'])))
    parts.append((solids.mirrored(_engine(h * 0.45, l * 0.3, (w * chance.uniform(0.3, 0.9), -l * 0.3, 0))), 'metal'))
    parts.append((solids.box(w * 0.4, l * 0.08, h * 0.4, (0, l * 0.28, h * 0.4)), 'window'))
    return parts + _greebles(chance, 30, w * 0.4, (-l * 0.45, l * 0.2), h * 0.5, l * 0.05)
