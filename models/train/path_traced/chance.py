"""Seeded randomness: everything in a picture follows from (seed, picture number, subject)."""

import zlib

import numpy as np


class Chance:
    """A numpy generator with the few questions the table asks. `fork` gives each subject its own stream,
    so that one more draw for a lamp does not change the ships."""

    def __init__(self, *key):
        self.key = key
        self.rng = np.random.default_rng([zlib.crc32(str(part).encode()) for part in key])

    def fork(self, *subject):
        return Chance(*self.key, *subject)

    def uniform(self, low, high):
        return float(self.rng.uniform(low, high))

    def normal(self, mean, sigma):
        return float(self.rng.normal(mean, sigma))

    def whole(self, low, high):
        """A whole number, both ends included."""
        return int(self.rng.integers(low, high + 1))

    def maybe(self, probability):
        return bool(self.rng.random() < probability)

    def pick(self, options, weights=None):
        options = list(options)
        if weights is None:
            return options[int(self.rng.integers(len(options)))]
        shares = np.asarray(weights, float)
        return options[int(self.rng.choice(len(options), p=shares / shares.sum()))]

    def sign(self):
        return 1 if self.maybe(0.5) else -1

    def colour(self, saturation=(0.0, 1.0), value=(0.0, 1.0), hue=(0.0, 1.0)):
        """sRGB in 0..1."""
        import colorsys

        return colorsys.hsv_to_rgb(self.uniform(*hue) % 1, self.uniform(*saturation), self.uniform(*value))
