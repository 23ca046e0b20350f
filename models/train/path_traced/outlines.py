"""Outlines of obstacles: those of the tournaments and those of no catalogue. Piece's frame, mm."""

import json
import math
import os

import numpy as np

CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../src/pieces/obstacle-outlines.json')


def catalogue_shapes():
    """The tournament outlines [{id, kind, points}] from the product's own table."""
    with open(CATALOGUE, encoding='utf-8') as file:
        return [{'id': e['xws'], 'kind': e['kind'], 'points': e['points']} for e in json.load(file)['obstacles']]


def random_shape(chance):
    """An outline of no catalogue: {id, kind, points}; smooth, jagged, or cut with a few straight lines."""
    size = chance.uniform(18, 55)
    style = chance.pick(['smooth', 'jagged', 'cut'])
    corners = chance.whole(5, 11) if style == 'cut' else 48
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    radius = np.ones(corners)
    for wave in range(2, 9):
        radius += chance.normal(0, 0.28 / wave) * np.cos(wave * angles + chance.uniform(0, 2 * math.pi))
    if style == 'jagged':
        radius += chance.rng.normal(0, 0.06, corners)
    radius = np.clip(radius, 0.45, 1.7)
    stretch = np.array([1.0, chance.uniform(0.5, 1.0)])
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * (radius * size)[:, None] * stretch
    return {'id': 'home-made', 'kind': chance.pick(['asteroid', 'debris', 'gas']), 'points': points.tolist()}
