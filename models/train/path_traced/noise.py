"""Noise pictures in 0..1, the raw material of every print."""

import cv2
import numpy as np


def fractal(chance, height, width, slope=1.8, stretch=(1.0, 1.0), low_cut=0.0):
    """Noise with amplitude 1/f^slope, normalised to mean 0.5 and about 0..1. `stretch` lengthens it along (y, x)."""
    fy = np.fft.fftfreq(height)[:, None] * height * stretch[0]
    fx = np.fft.rfftfreq(width)[None, :] * width * stretch[1]
    f = np.hypot(fy, fx)
    f[0, 0] = 1
    spectrum = f ** (-slope)
    spectrum[f <= low_cut] = 0
    spectrum[0, 0] = 0
    phase = chance.rng.normal(size=(2,) + f.shape)
    field = np.fft.irfft2(spectrum * (phase[0] + 1j * phase[1]), (height, width))
    return np.clip(0.5 + field / (field.std() * 5 + 1e-12), 0, 1).astype(np.float32)


def ridged(chance, height, width, slope=1.6):
    """Fibres and filaments: 1 on the zero line of a fractal."""
    return 1 - np.abs(fractal(chance, height, width, slope) * 2 - 1) ** 0.6


def warped(picture, chance, strength_px, slope=2.2):
    """Pushes a picture around by two fractals."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    dx = (fractal(chance, height, width, slope) - 0.5) * 2 * strength_px
    dy = (fractal(chance, height, width, slope) - 0.5) * 2 * strength_px
    return cv2.remap(picture, xs + dx, ys + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def ramp(field, colours):
    """Maps 0..1 through evenly spaced colours."""
    colours = np.asarray(colours, np.float32)
    at = np.linspace(0, 1, len(colours))
    return np.stack([np.interp(field, at, colours[:, c]) for c in range(3)], -1).astype(np.float32)


def stars(chance, height, width, per_mpx, size_px=(0.5, 1.6), colourful=0.3):
    """Additive star field, brightness falls like a power law."""
    layer = np.zeros((height, width, 3), np.float32)
    count = int(per_mpx * height * width / 1e6)
    for _ in range(count):
        x, y = chance.uniform(0, width), chance.uniform(0, height)
        brightness = min(1.0, 0.12 / (chance.rng.random() + 0.06) ** 0.9)
        tint = 1 - colourful * chance.rng.random(3) * np.array([1, 0.5, 1])
        radius = chance.uniform(*size_px) * (0.6 + brightness * 0.8)
        cv2.circle(layer, (int(x * 16), int(y * 16)), int(radius * 16), (brightness * tint).tolist(), -1, cv2.LINE_AA, 4)
    return layer
