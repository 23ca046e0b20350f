"""The endless stream of training samples for one net: from folders of pictures with truth, and from painted ones."""
import glob
import os
import random

import cv2
import numpy as np

from painted import Bank, PaintedPicture
from pictures import (CROPS_ABOUT, CROPS_FOR_OBSTACLES, Picture, Shrunk, detector_sample, frame_sample, keypoint_sample, mat_sample, obstacle_sample,
                      photograph_anew, side_sample, size_sample, strip_sample)
from tabletops import Textures

PAINTED = 'painted'
# Crops of each base for the net of sizes: small ones are most common.
SIZE_CROPS = {'small': 3, 'medium': 6, 'large': 6}
WITH_MORE_OBSTACLES = ('base-detector', 'obstacle-outline')


class Shelf:
    """Folders of pictures or single truth files, each with `=WEIGHT` or without, and `painted` for painted.py's endless supply; listed anew now and then, so that pictures still being rendered join in."""

    def __init__(self, folders):
        split = [f.rsplit('=', 1) if '=' in f else (f, '1') for f in folders]
        self.folders = [f for f, _ in split]
        self.weights = [float(w) for _, w in split]
        self.taken = 0

    def pick(self, rng):
        if self.taken % 300 == 0:
            self.lists = [[f] if f == PAINTED or f.endswith('.json') else sorted(glob.glob(os.path.join(f, '*.json'))) for f in self.folders]
            if not any(self.lists):
                raise ValueError('no pictures with truth in ' + ', '.join(self.folders))
        self.taken += 1
        weights = [w if names else 0 for w, names in zip(self.weights, self.lists)]
        return rng.choice(rng.choices(self.lists, weights)[0])


def samples(kind, folders, seed, part=None):
    """Endless stream of (input, target) for one net, or for a part of it (`train.py --only`)."""
    shelf = Shelf(folders)
    rng = random.Random(seed)
    np.random.seed(seed & 0x7FFFFFFF)
    cv2.setNumThreads(1)
    shrunk = {}
    bank = textures = None
    if PAINTED in shelf.folders:
        bank = Bank(seed % 7)
        if kind == 'mat-finder':
            textures = Textures(rng, bank.mats)
    while True:
        path = shelf.pick(rng)
        if path == PAINTED:
            pic = PaintedPicture(bank, rng, 'small' if kind == 'mat-finder' else 'window')
            if kind in WITH_MORE_OBSTACLES:
                photograph_anew(pic, rng)
        elif kind == 'mat-finder':
            pic = shrunk.setdefault(path, None) or Shrunk(path, rng)
            shrunk[path] = pic
        else:
            pic = Picture(path, rng, kind in WITH_MORE_OBSTACLES)
        if kind == 'mat-finder':
            for _ in range(3):
                one = mat_sample(pic, rng, textures)
                if one is not None:
                    yield one
        elif kind == 'mat-edge':
            for _ in range(40):
                one = strip_sample(pic, rng)
                if one is not None:
                    yield one
        elif kind == 'base-sides':
            for ship in pic.truth['ships']:
                for _ in range(3 if ship.get('visibleFraction', 1.0) > 0.3 else 0):
                    one = side_sample(pic, rng, ship)
                    if one is not None:
                        yield one
        elif kind == 'base-size':
            for ship in pic.truth['ships']:
                for _ in range(SIZE_CROPS[ship['base']]):
                    one = size_sample(pic, rng, ship)
                    if one is not None:
                        yield one
        elif kind == 'frame':
            for _ in range(8):
                yield frame_sample(pic, rng)
        elif kind == 'obstacle-outline':
            for _ in range(10 if path == PAINTED else 20):
                one = obstacle_sample(pic, rng)
                if one is not None:
                    yield one
        elif kind == 'base-detector':
            for _ in range(6 if path == PAINTED else 12):
                one = detector_sample(pic, rng, CROPS_FOR_OBSTACLES if part == 'obstacles' else CROPS_ABOUT)
                if one is not None:
                    yield one
        else:
            ships = pic.truth['ships']
            for ship in [*ships, *ships, *[None] * (2 + len(ships) // 3)]:
                one = keypoint_sample(pic, rng, ship)
                if one is not None:
                    yield one
