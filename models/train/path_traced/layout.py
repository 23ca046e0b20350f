"""Where things lie: ships, obstacles, flat clutter. Nothing overlaps; bases may touch."""

import math

import numpy as np

from sizes import GUIDE_CENTRE_MM, GUIDE_HALF_WIDTH_MM, HALF_MM

CLEARANCE_MM = 0.05


def base_polygons(ship, guide_out_mm):
    """Convex pieces of a base's outline with its guides, in the table frame."""
    half = HALF_MM[ship['base']]
    pieces = [[(-half, -half), (half, -half), (half, half), (-half, half)]]
    w, out = GUIDE_HALF_WIDTH_MM, guide_out_mm
    for side in (-1, 1):
        for end in (-1, 1):
            x = side * GUIDE_CENTRE_MM
            y0, y1 = sorted((end * (half - 1), end * (half + out)))
            pieces.append([(x - w, y0), (x + w, y0), (x + w, y1), (x - w, y1)])
    return [placed(piece, ship['xMm'], ship['yMm'], ship['headingDeg']) for piece in pieces]


def placed(points, x_mm, y_mm, heading_deg):
    """Points of a piece's frame in the table frame."""
    a = -math.radians(heading_deg)
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    return np.asarray(points, float) @ turn.T + [x_mm, y_mm]


def gap_axis(first, second):
    """Largest separation of two convex polygons over the axes of both: > 0 means apart by at least that."""
    best = -math.inf
    for polygon in (first, second):
        edges = np.roll(polygon, -1, 0) - polygon
        normals = np.stack([edges[:, 1], -edges[:, 0]], 1)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
        a, b = first @ normals.T, second @ normals.T
        best = max(best, (b.min(0) - a.max(0)).max(), (a.min(0) - b.max(0)).max())
    return best


def apart(pieces, others, clearance=CLEARANCE_MM):
    for piece in pieces:
        low, high = piece.min(0) - clearance, piece.max(0) + clearance
        for other in others:  # most are nowhere near: their boxes tell sooner than their sides
            if (other.min(0) < high).all() and (other.max(0) > low).all() and gap_axis(piece, other) <= clearance:
                return False
    return True


def place_ships(chance, table, guide_out_mm, low=3, high=12):
    """`low` to `high` ships with owner, base, pose; several of them nudged until they touch another."""
    ships, taken = [], []
    count = chance.whole(low, high)
    main_heading = chance.uniform(0, 360)
    crowd = np.array([chance.uniform(0.25, 0.75) * table['widthMm'], chance.uniform(0.25, 0.75) * table['depthMm']])
    for index in range(count):
        size = chance.pick(['small', 'medium', 'large'], [5, 2.5, 2.5])
        for _ in range(60):
            half = HALF_MM[size] * 1.45
            ship = {'id': f'ship-{index + 1}', 'base': size, 'owner': chance.whole(1, 2)}
            ship['headingDeg'] = (main_heading + chance.normal(0, 25) if chance.maybe(0.3) else chance.uniform(0, 360)) % 360
            if chance.maybe(0.06):
                ship['headingDeg'] = float(chance.pick([0, 90, 180, 270]))
            at = crowd + chance.rng.normal(0, 110, 2) if chance.maybe(0.35) else chance.rng.uniform(half, np.array([table['widthMm'], table['depthMm']]) - half)
            ship['xMm'], ship['yMm'] = (float(v) for v in np.clip(at, half, np.array([table['widthMm'], table['depthMm']]) - half))
            if not apart(base_polygons(ship, guide_out_mm), taken):
                continue
            if ships and chance.maybe(0.25):
                _nudge(ship, chance.pick(ships), taken, guide_out_mm)
            ships.append(ship)
            taken += base_polygons(ship, guide_out_mm)
            break
    return ships


def move_some(chance, ships, table, guide_out_mm, amount):
    """Up to `amount` of the ships go a maneuver's length elsewhere, as in a round of a match; nothing overlaps afterwards. Returns the ids of those that went."""
    gone = []
    room = np.array([table['widthMm'], table['depthMm']])
    for ship in (ships[i] for i in chance.rng.permutation(len(ships))[:amount]):
        others = [piece for other in ships if other is not ship for piece in base_polygons(other, guide_out_mm)]
        half = HALF_MM[ship['base']] * 1.45
        for _ in range(30):
            there = dict(ship, headingDeg=(ship['headingDeg'] + chance.pick([0, 45, -45, 90, -90, 180]) + chance.normal(0, 2)) % 360)
            turn, reach = math.radians(ship['headingDeg'] + chance.normal(0, 25)), chance.uniform(60, 260)
            at = np.array([ship['xMm'] + math.sin(turn) * reach, ship['yMm'] + math.cos(turn) * reach])
            there['xMm'], there['yMm'] = (float(v) for v in np.clip(at, half, room - half))
            if apart(base_polygons(there, guide_out_mm), others):
                ship.update(there)
                gone.append(ship['id'])
                break
    return gone


def _nudge(ship, towards, taken, guide_out_mm):
    """Slides the ship toward another until something touches."""
    start = np.array([ship['xMm'], ship['yMm']])
    step = np.array([towards['xMm'], towards['yMm']]) - start
    low, high = 0.0, 1.0
    for k in range(1, 41):  # coarse walk first: the way may be blocked by a third ship
        ship['xMm'], ship['yMm'] = (start + step * k / 40).tolist()
        if not apart(base_polygons(ship, guide_out_mm), taken):
            low, high = (k - 1) / 40, k / 40
            break
    for _ in range(14):
        middle = (low + high) / 2
        ship['xMm'], ship['yMm'] = (start + step * middle).tolist()
        if apart(base_polygons(ship, guide_out_mm), taken):
            low = middle
        else:
            high = middle
    ship['xMm'], ship['yMm'] = (start + step * low).tolist()


def hull_polygon(points):
    """Convex hull, counter-clockwise."""
    points = sorted(set(map(tuple, np.asarray(points, float).tolist())))

    def chain(sequence):
        out = []
        for p in sequence:
            while len(out) > 1 and (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0]) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return np.array(chain(points) + chain(reversed(points)))


def free_spot(chance, polygon, taken, low, high, tries=30, clearance=1.0):
    """(x, y, heading) where the convex polygon lies clear of everything taken, or None."""
    for _ in range(tries):
        x, y = chance.uniform(low[0], high[0]), chance.uniform(low[1], high[1])
        heading = chance.uniform(0, 360)
        piece = placed(polygon, x, y, heading)
        if apart([piece], taken, clearance):
            return x, y, heading, piece
    return None
