"""From linear light to a JPEG: exposure, white balance, glare, vignette, blur, noise, tone curve, sharpening, compression."""

import cv2
import numpy as np


def develop(chance, light):
    """Linear RGB (h x w x 3) to 8-bit sRGB as a phone or webcam would give it. Returns (picture, recipe)."""
    height, width = light.shape[:2]
    recipe = {'ev': chance.normal(0, 0.45), 'key': chance.uniform(0.10, 0.24)}
    light = light * _exposure(light, recipe)
    balance = np.array([chance.normal(1, 0.06), 1.0, chance.normal(1, 0.08)], np.float32)
    light = light * (balance / balance.mean())
    if chance.maybe(0.6):
        glow = cv2.GaussianBlur(np.clip(light - 0.9, 0, 6), (0, 0), width * chance.uniform(0.003, 0.015))
        light = light + glow * chance.uniform(0.05, 0.3)
    if chance.maybe(0.3):
        light = light * (1 - 0.03) + chance.uniform(0.003, 0.03)  # veil of stray light
    light = light * _vignette(chance, height, width)
    recipe['blurPx'] = abs(chance.normal(0.3, 0.3)) if chance.maybe(0.93) else chance.uniform(0.8, 1.5)
    if recipe['blurPx'] > 0.15:
        light = cv2.GaussianBlur(light, (0, 0), recipe['blurPx'] * width / 1920)
    if chance.maybe(0.05):
        light = _shaken(chance, light, width)
    noise_level = 10 ** chance.uniform(-3.0, -1.9)
    recipe['noise'] = noise_level
    light = _noisy(chance, light, noise_level)
    if chance.maybe(0.5):
        light = _denoised(light, chance)
    picture = _tone(chance, light)
    if chance.maybe(0.6):
        soft = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.7, 1.8) * width / 1920)
        picture = picture + (picture - soft) * chance.uniform(0.1, 0.8)
    return (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8), recipe


def without_grain(chance, light):
    """Linear light mostly without the path tracer's grain, which no camera has: non-local means of its roots, in 16 bits a channel."""
    if chance.maybe(0.2):
        return light
    white = np.percentile(light, 99.5) * 1.5
    coded = (np.sqrt(np.clip(light / white, 0, 1)) * 65535).astype(np.uint16)
    plain = cv2.fastNlMeansDenoising(coded, [chance.uniform(2500, 5500)], None, 3, 11, cv2.NORM_L1)
    smooth = (plain.astype(np.float32) / 65535) ** 2 * white
    return np.where(light > white, light, smooth)


def _exposure(light, recipe):
    """Centre-weighted metering that protects the highlights."""
    luminance = light @ np.array([0.21, 0.72, 0.07], np.float32)
    height, width = luminance.shape
    ys, xs = np.mgrid[-1:1:height * 1j, -1:1:width * 1j]
    weight = np.exp(-(xs ** 2 + ys ** 2))
    mean = (np.minimum(luminance, np.percentile(luminance, 98)) * weight).sum() / weight.sum()
    gain = recipe['key'] / max(mean, 1e-6)
    limit = 1.6 / max(np.percentile(luminance, 97), 1e-6)
    return min(gain, limit) * 2 ** recipe['ev']


def _vignette(chance, height, width):
    ys, xs = np.mgrid[-1:1:height * 1j, -1:1:width * 1j]
    return (1 - chance.uniform(0, 0.3) * (xs ** 2 + ys ** 2) / 2)[..., None].astype(np.float32)


def _shaken(chance, light, width):
    length = max(3, int(chance.uniform(2, 6) * width / 1920) | 1)
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length // 2, length // 2), chance.uniform(0, 180), 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return cv2.filter2D(light, -1, kernel / kernel.sum())


def _noisy(chance, light, level):
    """Shot and read noise; grains of colour are larger than a pixel, as after demosaicing."""
    shape = light.shape
    grey = chance.rng.normal(size=shape[:2] + (1,)).astype(np.float32)
    colour = cv2.GaussianBlur(chance.rng.normal(size=shape).astype(np.float32), (0, 0), 0.8) * 2.2
    sigma = np.sqrt(level ** 2 * 0.05 + level ** 2 * np.maximum(light, 0) * 1.2)
    return np.maximum(light + sigma * (0.75 * grey + 0.6 * colour), 0)


def _denoised(light, chance):
    """The smear of a phone's noise filter, stronger in colour than in brightness."""
    encoded = np.sqrt(np.clip(light, 0, 4) / 4)
    luma = encoded.mean(2, keepdims=True)
    chroma = cv2.GaussianBlur(encoded - luma, (0, 0), chance.uniform(0.8, 2))
    if chance.maybe(0.4):
        luma = cv2.bilateralFilter(np.ascontiguousarray(luma[..., 0]), 5, 0.03, 1.5)[..., None]
    return np.clip(luma + chroma, 0, 1) ** 2 * 4


def _tone(chance, light):
    """Shoulder, then the sRGB curve, then some contrast and saturation."""
    shoulder = chance.uniform(0, 1)
    rolled = light * (1 + light / 9) / (1 + light * 0.75)
    light = np.clip(light * (1 - shoulder) + rolled * 1.25 * shoulder, 0, 1)
    picture = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    bend = chance.uniform(0, 0.6)
    picture = picture * (1 - bend) + (picture * picture * (3 - 2 * picture)) * bend
    grey = picture.mean(2, keepdims=True)
    return grey + (picture - grey) * chance.uniform(0.75, 1.3)


def save_jpeg(path, picture, quality):
    """8-bit sRGB to a JPEG, written whole or not at all."""
    import os

    done, data = cv2.imencode('.jpg', picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError(f'could not encode {path}')
    with open(path + '.part', 'wb') as file:
        file.write(data.tobytes())
    os.replace(path + '.part', path)
