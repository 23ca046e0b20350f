"""Ship bases: clear plastic body with rails and guides, printed tile, peg. Frame of the ship: x right, y forward, z up, mm."""

import math

import materials
import solids
import tile_print
from sizes import GUIDE_CENTRE_MM, GUIDE_HALF_WIDTH_MM, GUIDE_HIGH_MM, GUIDE_OUT_MM, HALF_MM, TILE_MM

PEG_FOOT_MM = {'small': 5.6, 'medium': 7.6, 'large': 7.6}


def choose_profile(chance):
    """Heights and widths shared by all bases of a picture, mm. Mean values: as in src/sim/base-profile.ts; real ones differ."""
    low = chance.normal(0, 0.3)
    low = max(-0.7, min(0.7, low))
    return {
        'edgeMm': 5.0 + low, 'floorMm': 3.8 + low, 'railMm': 6.8 + low + chance.uniform(-0.25, 0.25),
        'leanMm': 1.4 + chance.uniform(-0.3, 0.3), 'railInnerMm': 3.4 + chance.uniform(-0.2, 0.2),
        'tileMm': chance.uniform(0.8, 1.6), 'lipMm': chance.uniform(0.6, 1.2) if chance.maybe(0.35) else 0.0,
        'draftMm': chance.uniform(0.0, 0.5), 'guideOutMm': GUIDE_OUT_MM + chance.uniform(-0.12, 0.12), 'guideHighMm': GUIDE_HIGH_MM + chance.uniform(-0.4, 0.3),
        'hollow': chance.maybe(0.4), 'bevelMm': chance.uniform(0.12, 0.4),
    }


def plastic_mesh(size, profile):
    """The body of one base; made once per picture and size, shared by its ships."""
    half = HALF_MM[size]
    rail_in, rail_out = half - profile['railInnerMm'], half - profile['leanMm']
    floor, rail = profile['floorMm'], profile['railMm']
    right = [(half, 0.04), (rail_out, rail), (rail_in + 0.12, rail), (rail_in, floor)]
    section = [(-x, z) for x, z in right[:1]] + right
    section += [(-x, z) for x, z in reversed(right[1:])]
    if profile['hollow']:
        roof, inner = max(1.0, floor - 1.9), half - 2.2
        section = [(-half, 0.04), (-inner, 0.04), (-inner + 0.5, roof), (inner - 0.5, roof), (inner, 0.04)] + section[1:]
    vertices, faces = solids.prism([(x, z) for x, z in section], -half, half)
    body = ([(x, y, z) for x, z, y in vertices], [tuple(reversed(f)) for f in faces])
    parts = [body]
    if profile['hollow']:  # end walls close the cavity at the front and the rear
        for end in (-1, 1):
            parts.append(solids.box(2 * half - 1.0, 2.2, floor - 0.1, (0, end * (half - 1.1), 0.04 + (floor - 0.1) / 2)))
    if profile['lipMm']:
        for end in (-1, 1):
            wide = 2 * rail_in + 1.0
            parts.append(solids.box(wide, profile['lipMm'], profile['edgeMm'] - 1, (0, end * (half - profile['lipMm'] / 2), (profile['edgeMm'] + 1) / 2)))
    for end in (-1, 1):
        for side in (-1, 1):
            parts.append(_guide(half, end, side, profile))
    thing = solids.united(f'plastic-{size}', parts)
    for vertex in thing.data.vertices:  # mould draft of the front and rear walls
        if abs(vertex.co.y) <= half + 0.01:
            vertex.co.y *= 1 - profile['draftMm'] * vertex.co.z / rail / half
    return thing


def _guide(half, end, side, profile):
    out, w = profile['guideOutMm'], GUIDE_HALF_WIDTH_MM
    tip = [(w * math.cos(math.radians(a)) * 0.94, (out - w * 0.8) + w * 0.8 * math.sin(math.radians(a))) for a in range(0, 181, 20)]
    outline = [(-w, -1.2), (w, -1.2)] + tip
    placed = [(side * GUIDE_CENTRE_MM + x, end * (half + y)) for x, y in outline]
    return solids.prism(placed if end > 0 else list(reversed(placed)), 0.04, profile['guideHighMm'])


def choose_plastic(chance):
    """(kind, material). Three in four are clear."""
    kind = chance.pick(['clear', 'smoke', 'black', 'coloured', 'painted'], [75, 8, 6, 8, 3])
    ior, rough = chance.uniform(1.49, 1.59), chance.pick([0.0, 0.02, 0.06, 0.14], [4, 4, 2, 1])
    if kind == 'clear':
        tint = 0.93 + 0.06 * chance.rng.random() + chance.rng.normal(0, 0.012, 3)
        return kind, materials.clear_plastic('clear', tint.clip(0.8, 1), ior, rough, 0.96)
    if kind == 'smoke':
        return kind, materials.clear_plastic('smoke', [chance.uniform(0.3, 0.6)] * 3, ior, rough, 0.6)
    if kind == 'coloured':
        return kind, materials.clear_plastic('coloured', chance.colour((0.4, 0.9), (0.6, 1)), ior, rough, 0.7)
    if kind == 'black':
        return kind, materials.plain('black', [chance.uniform(0.01, 0.06)] * 3, chance.uniform(0.12, 0.5), coat=0.3)
    return kind, materials.plain('painted', chance.colour((0, 1), (0.1, 0.95)), chance.uniform(0.2, 0.7))


def add_base(chance, ship, mesh, plastic, peg_top_mm, prints=()):
    """Objects of one base placed on the table. `ship` has id, base, profile, xMm, yMm, headingDeg; `prints`: art for its tile. Returns the list."""
    size, profile = ship['base'], ship['profile']
    half = HALF_MM[size]
    body = mesh.copy()
    body.data = mesh.data.copy()
    body.data.materials.clear()
    body.data.materials.append(plastic)
    solids.link_object(body, f'{ship["id"]}:plastic')
    solids.bevel(body, profile['bevelMm'], 3 if profile['bevelMm'] > 0.2 else 2, 28)
    solids.smooth(body, 25)
    tile = _tile(chance, ship, profile, half, prints)
    peg = _peg(chance, ship, profile, plastic, peg_top_mm)
    things = [body, tile, *peg]
    for thing in things:
        thing.location.x, thing.location.y = thing.location.x + ship['xMm'], thing.location.y + ship['yMm']
        thing.rotation_euler.z += -math.radians(ship['headingDeg'])
    return things


def _tile(chance, ship, profile, half, prints):
    size = ship['base']
    width, length = TILE_MM[size]
    rail_gap = 2 * (half - profile['railInnerMm']) - 0.2
    width = min(width, rail_gap - 0.3)
    if profile['lipMm']:
        length = 2 * (half - profile['lipMm']) - 0.3
    play = {'xMm': max(-0.4, min(0.4, chance.normal(0, 0.15))), 'yMm': max(-0.4, min(0.4, chance.normal(0, 0.18))),
            'turnDeg': max(-1.2, min(1.2, chance.normal(0, 0.45)))}
    ship['tileOffset'] = play
    bottom = profile['floorMm'] + 0.06
    tile = solids.link(f'{ship["id"]}:tile', *solids.prism(solids.rounded_rectangle(width, length, 0.5, 3), bottom, bottom + profile['tileMm']))
    tile.data.materials.append(materials.printed(
        f'{ship["id"]}-print', tile_print.paint_tile(chance.fork('print'), size, prints=prints), chance.pick([0.6, 0.4, 0.22, 0.12], [4, 3, 2, 1]),
        specular=chance.uniform(0.2, 0.55), coat=1.0 if chance.maybe(0.12) else 0.0))
    edge = materials.plain('card-edge', chance.pick([(0.75, 0.72, 0.66), (0.1, 0.1, 0.1), (0.5, 0.45, 0.4)]), 0.8)
    tile.data.materials.append(edge)
    for polygon in tile.data.polygons:
        polygon.material_index = 0 if polygon.normal.z > 0.5 else 1
    solids.flat_uv(tile, width, length)
    solids.bevel(tile, 0.12, 1)
    a = -math.radians(ship['headingDeg'])
    tile.location = (play['xMm'] * math.cos(a) - play['yMm'] * math.sin(a), play['xMm'] * math.sin(a) + play['yMm'] * math.cos(a), 0)
    tile.rotation_euler.z = -math.radians(play['turnDeg'])
    return tile


def _peg(chance, ship, profile, plastic, top_mm):
    """Stepped foot, then one or two stem pieces: round, square or cross-shaped."""
    foot = PEG_FOOT_MM[ship['base']] * chance.uniform(0.75, 1.0)
    z = profile['floorMm'] + profile['tileMm'] + 0.12
    stem = chance.uniform(1.5, 2.6) * (1.0 if ship['base'] == 'small' else 1.3)
    rings = [(foot, z), (foot, z + 1.6), (foot * 0.86, z + 2.0), (foot * 0.8, z + 4.6), (stem * 1.25, z + 5.4), (stem, z + 6.4)]
    middle = z + chance.uniform(0.4, 0.7) * (top_mm - z)
    kind = chance.pick(['round', 'square', 'cross'], [4, 3, 2])
    if kind == 'round':
        rings += [(stem, middle), (stem * 1.3, middle + 0.5), (stem * 1.3, middle + 3), (stem * 0.9, middle + 3.4), (stem * 0.8, top_mm)]
        things = [solids.link(f'{ship["id"]}:peg', *solids.lathe(rings, 20))]
    else:
        things = [solids.link(f'{ship["id"]}:peg', *solids.lathe(rings, 20))]
        side = stem * 1.7
        if kind == 'square':
            parts = [solids.box(side, side, top_mm - z - 6.5, (0, 0, (top_mm + z + 6.5) / 2))]
        else:
            parts = [solids.box(*s, top_mm - z - 6.5, (0, 0, (top_mm + z + 6.5) / 2)) for s in ((side * 1.4, side * 0.5), (side * 0.5, side * 1.4))]
        things.append(solids.united(f'{ship["id"]}:peg-stem', parts) if len(parts) > 1 else solids.link(f'{ship["id"]}:peg-stem', *parts[0]))
    for thing in things:
        thing.data.materials.append(plastic)
        solids.outward(thing)
        solids.bevel(thing, 0.2, 2, 40)
        solids.smooth(thing, 40)
    return things


def add_turret(chance, ship):
    """A turret marker: a dark card under the peg's foot that points at one of the four arcs."""
    half, profile = HALF_MM[ship['base']], ship['profile']
    r, nose = half * chance.uniform(0.4, 0.55), half * chance.uniform(0.6, 0.8)
    outline = chance.pick([
        [(-r, -r * 0.6), (r, -r * 0.6), (r, r * 0.4), (0, nose), (-r, r * 0.4)],
        [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for a in range(-215, 36, 10)] + [(0, nose)],
    ])
    bottom = profile['floorMm'] + profile['tileMm'] + 0.08
    a = -math.radians(ship['headingDeg'] + chance.pick([0, 90, 180, 270]) + chance.normal(0, 2))
    ink = chance.colour((0.5, 1), (0.4, 1))
    for scale, z, colour in ((1.0, bottom, (0.03, 0.03, 0.035)), (0.72, bottom + 1.0, ink)):
        card = solids.link(f'{ship["id"]}:turret-{scale}', *solids.prism([(x * scale, y * scale) for x, y in outline], z, z + (0.9 if scale == 1 else 0.05)))
        solids.outward(card)
        card.data.materials.append(materials.plain('turret', colour, chance.uniform(0.3, 0.6)))
        card.location, card.rotation_euler.z = (ship['xMm'], ship['yMm'], 0), a
