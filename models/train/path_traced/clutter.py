"""What else lies on a table: obstacles, templates, ruler, tokens, dice, cards, cups, hands."""

import math

import numpy as np

import layout
import materials
import outlines
import solids
import token_print
from sizes import CURVES, HALF_MM, STRAIGHT_STEP_MM, TEMPLATE_WIDTH_MM

CARD_THICK_MM = 2.0


def add_obstacles(chance, table, shapes, taken, amounts=(0, 3, 6, 6, 6, 7, 9)):
    """Up to nine obstacles clear of the ships, of the catalogue or home-made. Returns the truth's list."""
    found = []
    home_made = chance.pick([0.0, 0.3, 1.0], [5, 3, 2])
    make = chance.pick(['card', 'acrylic', 'rock'], [6, 2, 1.5])
    for index in range(chance.pick(amounts)):
        shape = outlines.random_shape(chance.fork('outline', index)) if chance.maybe(home_made) else chance.pick(shapes)
        points = np.array(shape['points'], float)
        if chance.maybe(0.5):
            points = (points * [-1, 1])[::-1]
        spot = layout.free_spot(chance, layout.hull_polygon(points), taken, (60, 60), (table['widthMm'] - 60, table['depthMm'] - 60), clearance=0.5)
        if not spot:
            continue
        x, y, heading, piece = spot
        taken.append(piece)
        outline = layout.placed(points, x, y, heading)
        own = chance.fork('print', index)
        if (make if own.maybe(0.8) else 'card') == 'rock':
            _rock(own, f'obstacle-{index}', points, (x, y, heading))
        else:
            material = _acrylic(own) if make == 'acrylic' and own.maybe(0.8) else None
            _flat(f'obstacle-{index}', points, (x, y, heading), *_obstacle_print(own, shape, points), chance, own.uniform(1.2, 3.2) if material else CARD_THICK_MM, material=material)
        found.append({'id': shape['id'], 'kind': shape['kind'], 'outlineMm': [[round(float(a), 3), round(float(b), 3)] for a, b in outline]})
    return found


def _obstacle_print(chance, shape, points):
    return token_print.paint_obstacle(chance, shape['kind'], points.tolist())


def _acrylic(chance):
    """Clear, smoky or glowing sheet, as obstacles cut by laser are."""
    tint = chance.colour((0.2, 1), (0.5, 1)) if chance.maybe(0.8) else [chance.uniform(0.4, 1)] * 3
    return materials.clear_plastic('acrylic', tint, 1.49, chance.pick([0.0, 0.05, 0.3]), chance.uniform(0.4, 0.95))


def _rock(chance, name, points, pose):
    """A sculpted piece over an outline: rings of it that rise, shrink and waver, in one grey or a painted colour."""
    x, y, heading = pose
    n, rings = len(points), chance.whole(4, 7)
    high = chance.uniform(5, 26)
    middle = points.mean(0)
    vertices, faces = [], []
    for ring in range(rings):
        up = ring / (rings - 1)
        shrink = (1 - 0.75 * up ** chance.uniform(1.2, 3.0)) * (1 + chance.rng.normal(0, 0.05, n) * (ring > 0))
        z = 0.03 + high * up + chance.rng.normal(0, high * 0.07, n) * (ring > 0)
        at = middle + (points - middle) * shrink[:, None]
        vertices += [(float(a), float(b), max(0.03, float(c))) for (a, b), c in zip(at, z)]
        if ring:
            lower, upper = (ring - 1) * n, ring * n
            faces += [(lower + i, lower + (i + 1) % n, upper + (i + 1) % n, upper + i) for i in range(n)]
    vertices.append((*middle.tolist(), 0.03 + high * chance.uniform(0.95, 1.1)))
    faces += [((rings - 1) * n + i, (rings - 1) * n + (i + 1) % n, len(vertices) - 1) for i in range(n)]
    faces.append(tuple(range(n - 1, -1, -1)))
    thing = solids.link(name, vertices, faces)
    solids.outward(thing)
    base = chance.colour((0, 0.25), (0.08, 0.6)) if chance.maybe(0.7) else chance.colour((0.2, 0.9), (0.2, 0.8))
    thing.data.materials.append(materials.hull_paint(chance.fork('paint'), name, base, [c * 0.5 for c in base], chance.uniform(4, 15)))
    solids.smooth(thing, chance.pick([20, 60]))
    thing.location, thing.rotation_euler.z = (x, y, 0), -math.radians(heading)


def _flat(name, points, pose, picture, side_mm, chance, thick, z=0.03, material=None):
    """A printed card prism lying on the mat."""
    x, y, heading = pose
    thing = solids.link(name, *solids.prism([tuple(p) for p in points], z, z + thick))
    solids.outward(thing)
    sides = side_mm if isinstance(side_mm, tuple) else (side_mm, side_mm)
    thing.data.materials.append(material or materials.printed(name, picture, chance.pick([0.6, 0.4, 0.2]), specular=chance.uniform(0.2, 0.5)))
    thing.data.materials.append(materials.plain('core', chance.pick([(0.75, 0.72, 0.66), (0.06, 0.06, 0.06), (0.3, 0.3, 0.3)]), 0.8))
    for polygon in thing.data.polygons:
        polygon.material_index = 0 if polygon.normal.z > 0.5 else 1
    solids.flat_uv(thing, *sides)
    solids.bevel(thing, 0.15, 1, 50)
    thing.location = (x, y, 0)
    thing.rotation_euler.z = -math.radians(heading)
    return thing


def add_templates(chance, ships, taken, table):
    """Maneuver templates, some between the guides of a ship, some loose; perhaps the ruler. Returns the truth's list of them."""
    lying = []
    for index in range(chance.pick([0, 0, 1, 2, 4])):
        outline = _template_outline(chance)
        ship = chance.pick(ships)
        if chance.maybe(0.5):
            half = HALF_MM[ship['base']]
            shifted = [(x, y + half + 0.3) for x, y in outline]
            piece = [layout.placed(p, ship['xMm'], ship['yMm'], ship['headingDeg']) for p in _convex_strips(shifted)]
            own = set(id(p) for p in ship['pieces'])
            if not layout.apart(piece, [p for p in taken if id(p) not in own], 0.3):
                continue
            pose, outline = (ship['xMm'], ship['yMm'], ship['headingDeg']), shifted
        else:
            spot = layout.free_spot(chance, layout.hull_polygon(outline), taken, (0, 0), (table['widthMm'], table['depthMm']), 15)
            if not spot:
                continue
            pose, piece = spot[:3], [spot[3]]
        taken += piece
        _add_strip(chance, f'template-{index}', outline, pose)
        lying.append(_told('straight' if len(outline) == 4 else 'curve', layout.placed(outline, *pose)))
    if chance.maybe(0.3):
        width = chance.uniform(15, 20)
        outline = [(-width / 2, 0), (width / 2, 0), (width / 2, 300), (-width / 2, 300)]
        spot = layout.free_spot(chance, np.array(outline), taken, (-100, -100), (table['widthMm'] + 100, table['depthMm'] + 100), 60)
        if spot:
            taken.append(spot[3])
            _add_strip(chance, 'ruler', outline, spot[:3])
            lying.append(_told('ruler', spot[3]))
    return lying


def _template_outline(chance):
    half = TEMPLATE_WIDTH_MM / 2
    if chance.maybe(0.4):
        length = STRAIGHT_STEP_MM * chance.whole(1, 5)
        return [(-half, 0), (half, 0), (half, length), (-half, length)]
    radius, sweep = chance.pick(CURVES)
    side = chance.sign()
    angles = [math.radians(sweep * k / 16) for k in range(17)]
    inner = [(side * (radius - (radius - half) * math.cos(a)), (radius - half) * math.sin(a)) for a in angles]
    outer = [(side * (radius - (radius + half) * math.cos(a)), (radius + half) * math.sin(a)) for a in angles]
    return (inner[::-1] + outer) if side < 0 else (outer[::-1] + inner)


def _convex_strips(outline):
    """Cuts a curved strip into convex pieces; a straight one is one piece."""
    if len(outline) == 4:
        return [outline]
    n = len(outline) // 2
    first, second = outline[:n], outline[n:][::-1]
    return [layout.hull_polygon([first[i], first[i + 4], second[i], second[i + 4]] + [first[i + 2], second[i + 2]]) for i in range(0, n - 1, 4)]


def _add_strip(chance, name, outline, pose):
    if chance.maybe(0.35):
        tint = chance.colour((0.3, 1), (0.6, 1))
        material = materials.clear_plastic(name, tint, 1.49, 0.03, 0.8)
    else:
        material = materials.plain(name, chance.colour((0, 0.8), (0.03, 0.9)), chance.uniform(0.3, 0.7))
    thing = solids.link(name, *solids.prism(outline, 0.03, chance.uniform(1.6, 3)))
    solids.outward(thing)
    thing.data.materials.append(material)
    solids.bevel(thing, 0.2, 2)
    thing.location, thing.rotation_euler.z = (*pose[:2], 0), -math.radians(pose[2])
    if chance.maybe(0.6):  # the printed middle line
        points = np.array(outline)
        n = len(points) // 2
        middle = (points[:n] + points[n:][::-1]) / 2
        along = np.diff(middle, axis=0)
        if n > 2:
            across = np.stack([-along[:, 1], along[:, 0]], 1) / (np.linalg.norm(along, axis=1, keepdims=True) + 1e-9)
            across = np.vstack([across, across[-1:]]) * 0.35
            line = [tuple(p) for p in middle + across] + [tuple(p) for p in (middle - across)[::-1]]
            top = solids.link(name + '-line', *solids.prism(line, 3.05, 3.1))
            solids.outward(top)
            top.data.materials.append(materials.plain('ink', (0.9, 0.9, 0.9), 0.6))
            top.location, top.rotation_euler.z = thing.location, thing.rotation_euler.z
            top.location.z = max(v.co.z for v in thing.data.vertices) - 3.04


def add_tokens(chance, table, taken, amount):
    """Tokens, dice and small cards among the ships. Returns the truth's list of them."""
    lying = []
    for index in range(amount):
        kind = chance.pick(['token', 'die', 'card', 'bomb'], [6, 3, 2, 1])
        if kind == 'die':
            lying += _die(chance, table, taken, index)
            continue
        if kind == 'card':
            width, depth = chance.pick([(63.5, 88.0), (41.0, 63.0)])
            outline, thick = solids.rounded_rectangle(width, depth, 3), chance.pick([0.35, 0.35, 6.0])
            picture, sides = token_print.paint_card(chance.fork('card', index), int(width * 6), int(depth * 6)), (width, depth)
        else:
            r = chance.uniform(9, 12) if kind == 'token' else chance.uniform(15, 18)
            sides_count = chance.pick([4, 6, 8, 32])
            outline = [(r * math.cos(2 * math.pi * (k + 0.5) / sides_count), r * math.sin(2 * math.pi * (k + 0.5) / sides_count)) for k in range(sides_count)]
            thick, picture, sides = chance.uniform(1.2, 2.2), token_print.paint_token(chance.fork('token', index)), (2 * r, 2 * r)
        spot = layout.free_spot(chance, layout.hull_polygon(outline), taken, (0, 0), (table['widthMm'], table['depthMm']), 15, 0.5)
        if spot:
            taken.append(spot[3])
            _flat(f'{kind}-{index}', outline, spot[:3], picture, sides, chance, thick)
            lying.append(_told(kind, spot[3]))
    return lying


def _told(kind, outline):
    return {'kind': kind, 'outlineMm': np.round(outline, 2).tolist()}


def _die(chance, table, taken, index):
    """Returns the truth's list: the die, or none where there is no room."""
    side = chance.uniform(14, 18)
    spot = layout.free_spot(chance, np.array(solids.rounded_rectangle(side * 1.3, side * 1.3, 2)), taken, (0, 0), (table['widthMm'], table['depthMm']), 15)
    if not spot:
        return []
    taken.append(spot[3])
    colour = chance.pick([(0.55, 0.02, 0.03), (0.02, 0.35, 0.08), chance.colour((0.2, 1), (0.1, 0.9))])
    if chance.maybe(0.75):  # an octahedron lying on one of its faces
        tall = side * 0.5 * math.sqrt(2)
        corners = [(tall, 0, 0), (0, tall, 0), (-tall, 0, 0), (0, -tall, 0), (0, 0, tall), (0, 0, -tall)]
        faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (1, 0, 5), (2, 1, 5), (3, 2, 5), (0, 3, 5)]
        die = solids.link(f'die-{index}', corners, faces)
        die.rotation_euler = (0, math.acos(1 / math.sqrt(3)), 0)
        die.rotation_mode = 'ZYX'
        die.rotation_euler = (0.7854, 0.9553, math.radians(spot[2]))
        low = min((die.rotation_euler.to_matrix() @ v.co).z for v in die.data.vertices)
        die.location = (spot[0], spot[1], -low + 0.05)
    else:
        die = solids.link(f'die-{index}', *solids.box(side, side, side))
        die.location, die.rotation_euler.z = (spot[0], spot[1], side / 2 + 0.05), math.radians(spot[2])
    die.data.materials.append(materials.plain('die', colour, 0.15, coat=0.5))
    solids.bevel(die, 1.0, 3)
    return [_told('die', spot[3])]


def add_beside(chance, table, drop_mm, margins):
    """Cards, dials, cups and papers on the table round the mat; `drop_mm` is the thickness of the mat,
    `margins` how far the table reaches past it (left, right, near, far). Returns the truth's list of the cards."""
    w, d = table['widthMm'], table['depthMm']
    lying = []
    for index in range(chance.pick([0, 4, 10, 20])):
        edge = chance.whole(0, 3)
        along, room = chance.uniform(-0.05, 1.05), min(260, margins[[2, 3, 0, 1][edge]] - 45)
        if room < 60:
            continue
        out = chance.uniform(55, room)
        x, y = [(along * w, -out), (along * w, d + out), (-out, along * d), (w + out, along * d)][edge]
        kind = chance.pick(['card', 'dial', 'cup', 'paper', 'box'], [6, 3, 1, 1, 1])
        name = f'beside-{kind}-{index}'
        if kind in ('card', 'paper'):
            size = chance.pick([(63.5, 88.0), (41.0, 63.0)]) if kind == 'card' else (148.0, 210.0)
            picture = token_print.paint_card(chance.fork(name), int(size[0] * 4), int(size[1] * 4))
            outline, pose = solids.rounded_rectangle(*size, 3), (x, y, chance.normal(0, 20))
            _flat(name, outline, pose, picture, size, chance, 0.4, 0.05 + index * 0.5 - drop_mm)
            lying.append(_told(kind, layout.placed(outline, *pose)))
            continue
        if kind == 'dial':
            part = solids.lathe([(27, 0), (27, 4), (26, 5)], 40)
        elif kind == 'cup':
            r, h = chance.uniform(30, 42), chance.uniform(70, 120)
            part = solids.lathe([(r * 0.8, 0), (r, h), (r * 0.93, h), (r * 0.75, 6)], 40)
        else:
            part = solids.box(chance.uniform(40, 150), chance.uniform(40, 150), h := chance.uniform(10, 60), (0, 0, h / 2))
        thing = solids.link(name, *part)
        solids.outward(thing)
        glass = kind == 'cup' and chance.maybe(0.3)
        thing.data.materials.append(materials.clear_plastic(name) if glass else materials.plain(name, chance.colour((0, 0.8), (0.02, 0.9)), chance.uniform(0.1, 0.7)))
        solids.bevel(thing, 0.8, 2)
        solids.smooth(thing)
        thing.location, thing.rotation_euler.z = (x, y, 0.3 - drop_mm), chance.uniform(0, 6)
    return lying


def add_hand(chance, table):
    """A forearm, a palm and five fingers reaching in from one side, 15 to 90 mm above the mat."""
    w, d = table['widthMm'], table['depthMm']
    edge = chance.whole(0, 3)
    along = chance.uniform(0.15, 0.85)
    foot, inward = [((along * w, -60), 90), ((along * w, d + 60), -90), ((-60, along * d), 0), ((w + 60, along * d), 180)][edge]
    skin = chance.pick([(0.85, 0.62, 0.5), (0.72, 0.48, 0.36), (0.5, 0.31, 0.2), (0.28, 0.16, 0.1)])
    reach = chance.uniform(80, 300)
    parts = [(solids.loft([(-500, 95, 90, 120), (reach - 250, 85, 80, 60), (reach - 85, 62, 50, 15)], 16, 2.1), 'sleeve'),
             (solids.loft([(reach - 130, 56, 44, 12), (reach - 85, 60, 42, 5), (reach - 40, 84, 34, 0), (reach + 12, 80, 26, -4)], 16, 2.4), 'skin')]
    for k, length in enumerate((62, 75, 80, 72)):
        x = -30 + k * 20
        bend = chance.uniform(5, 45)
        parts.append((solids.loft([(reach + 2, 17, 17, -4, x), (reach + length * 0.5, 17, 16, -8, x * 1.1), (reach + length, 13, 12, -8 - bend, x * 1.15)], 12, 2.2), 'skin'))
    parts.append((solids.loft([(reach - 60, 22, 22, -4, -40), (reach - 25, 20, 20, -12, -58), (reach + 12, 14, 14, -22, -60)], 12, 2.2), 'skin'))
    paint = {'skin': materials.plain('skin', skin, 0.55, specular=0.35), 'sleeve': materials.plain('sleeve', chance.colour((0, 0.8), (0.03, 0.8)), 0.9)}
    hand = solids.joined('hand', [(part, paint[key]) for part, key in parts])
    subdivision = hand.modifiers.new('soft', 'SUBSURF')
    subdivision.levels = subdivision.render_levels = 1
    solids.smooth(hand, 80)
    hand.location = (*foot, chance.uniform(60, 120))
    hand.rotation_euler.z = math.radians(inward - 90 + chance.normal(0, 18))
