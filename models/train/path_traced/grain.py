"""Takes the path tracer's grain, which no camera has, out of the light passes of a render.

An edge-avoiding wavelet (à trous) filter on the light without the surfaces' own colour: neighbours count where surface, direction and brightness agree, brightness
against how much it varies nearby. Every pass gets the same weights, which come from their sum, so that what lit a place together still does.
Dammertz et al.: Edge-avoiding À-Trous wavelet transform for fast global illumination filtering, 2010; Schied et al.: Spatiotemporal variance-guided filtering, 2017."""

import cv2
import numpy as np

TAPS = np.array([1, 2, 1], np.float32) / 4
RING = np.ones((5, 5), np.uint8) - np.pad(np.ones((3, 3), np.uint8), 1)
GREY = np.array([0.21, 0.72, 0.07], np.float32)


def without_grain(passes, albedo, normal, steps=4, strength=2.5):
    """Linear passes (each h x w x 3) without most of their grain; `albedo`, `normal`: h x w x 3 of what each pixel shows first."""
    colour = np.clip(albedo, 0.03, 1)
    stack = np.concatenate([_without_sparks(one / colour, normal) for one in passes], 2)
    count = len(passes)
    for step in range(steps):
        reach = 1 << step
        bright = stack.reshape(*stack.shape[:2], count, 3).sum(2) @ GREY
        spread = _spread(bright) * strength / (1.5 ** step) + 0.01 * bright + 1e-4
        total, weights = np.zeros_like(stack), np.zeros(bright.shape, np.float32)
        for i, a in enumerate(TAPS):
            for j, b in enumerate(TAPS):
                dy, dx = (i - 1) * reach, (j - 1) * reach
                near = _weight(bright, colour, normal, spread, dy, dx) * (a * b)
                total += _shifted(stack, dy, dx) * near[..., None]
                weights += near
        stack = total / weights[..., None]
    return [np.ascontiguousarray(stack[..., 3 * k:3 * k + 3] * colour) for k in range(count)]


def _without_sparks(light, normal):
    """A few rare paths of much light make bright dots: on flat ground nothing is brighter than all that surrounds it."""
    bright = light @ GREY
    flat = 1 - np.linalg.norm(cv2.blur(np.ascontiguousarray(normal), (5, 5)), axis=2) < 0.02
    limit = np.minimum(cv2.dilate(cv2.medianBlur(bright, 5), RING) * 1.15, cv2.medianBlur(bright, 5) * 2.0 + 1e-3)
    return light * np.where(flat & (bright > limit), limit / np.maximum(bright, 1e-6), 1)[..., None].astype(np.float32)


def _weight(bright, colour, normal, spread, dy, dx):
    light = np.abs(bright - _shifted(bright, dy, dx)) / spread
    print_ = ((colour - _shifted(colour, dy, dx)) ** 2).sum(2) * 60
    facing = np.clip((normal * _shifted(normal, dy, dx)).sum(2), 0, 1)
    return np.exp(-light - print_) * facing ** 32 + 1e-6


def _spread(bright):
    """Standard deviation of the brightness in a small window, smoothed."""
    mean = cv2.blur(bright, (5, 5))
    return np.sqrt(cv2.GaussianBlur(np.maximum(cv2.blur(bright * bright, (5, 5)) - mean * mean, 0), (0, 0), 2.0))


def _shifted(picture, dy, dx):
    """The picture moved so that each place holds its neighbour at (dy, dx); its edge repeats."""
    height, width = picture.shape[:2]
    return picture[np.clip(np.arange(height) + dy, 0, height - 1)][:, np.clip(np.arange(width) + dx, 0, width - 1)]
