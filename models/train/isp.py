"""From linear light to the picture that a phone, a webcam or an action camera hands on: lens, sensor, image signal processor, codec.

Every step is what such a device does, in its order: exposure by a meter, colour fringe, vignette, glare, defocus and shake in linear light; a Bayer mosaic with
shot and read noise; white balance, demosaicing, denoising; a local tone curve; sharpening; 4:2:0 JPEG (a frame of MJPEG is one, too), or a frame of H.264 video by ffmpeg.
Where what was mixed matters to where things are seen (fringe) it is within half a pixel; nothing moves what is green."""
import os
import subprocess

os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'  # passes of light are EXR files, which OpenCV reads only where it is asked to

import cv2
import numpy as np

GREY = np.array([0.21, 0.72, 0.07], np.float32)
# Read and shot noise, smear, halo and codec of each: ranges.
DEVICES = {
    'phone': {'noise': (-3.1, -2.2), 'denoise': (0.2, 1.0), 'local': (0.2, 0.8), 'sharpen': (0.2, 1.0), 'codecs': {'jpeg': 8, 'h264': 1}, 'quality': (80, 96), 'crf': (18, 28)},
    'webcam': {'noise': (-2.7, -1.7), 'denoise': (0.3, 1.6), 'local': (0.0, 0.3), 'sharpen': (0.3, 1.6), 'codecs': {'jpeg': 8, 'h264': 1}, 'quality': (55, 88), 'crf': (22, 34)},
    'action': {'noise': (-2.9, -2.0), 'denoise': (0.2, 1.2), 'local': (0.2, 0.7), 'sharpen': (0.5, 1.8), 'codecs': {'jpeg': 4, 'h264': 2}, 'quality': (75, 92), 'crf': (20, 32)},
}


def photograph(light, rng, device=None):
    """Linear RGB (h x w x 3, float32) to 8-bit BGR; `rng`: a numpy generator. Returns (picture, recipe)."""
    device = device or ['phone', 'webcam', 'action'][rng.choice(3, p=[0.5, 0.35, 0.15])]
    about = DEVICES[device]
    recipe = {'device': device}
    light = _fringed(light, rng.normal(0, 0.0006))
    light = light * exposure(light, rng)
    light = _glare(light, rng) * _vignette(light.shape, rng.uniform(0, 0.45))
    light = _blurred(light, rng, recipe)
    noise = 10 ** rng.uniform(*about['noise'])
    colours = np.array([rng.uniform(0.45, 0.75), 1.0, rng.uniform(0.4, 0.8)], np.float32)  # how much of each a sensor's dyes let through
    raw = _noisy(_mosaic(light * colours), noise, rng)
    balance = np.array([rng.normal(1, 0.06), 1.0, rng.normal(1, 0.08)], np.float32)
    picture = _demosaiced(raw, colours, balance)
    picture = _denoised(picture, noise, rng.uniform(*about['denoise']), rng)
    picture = _toned(picture, rng.uniform(*about['local']), rng)
    picture = _sharpened(picture, rng.uniform(*about['sharpen']), rng)
    codecs = list(about['codecs'])
    shares = np.array([about['codecs'][one] for one in codecs], float)
    recipe.update(noise=float(noise), codec=codecs[rng.choice(len(codecs), p=shares / shares.sum())])
    coded = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1]
    return coded_by(recipe['codec'], np.ascontiguousarray(coded), rng.uniform(*about['quality']), rng.uniform(*about['crf'])), recipe


def linear(picture):
    """8-bit sRGB, BGR, as linear RGB: how a finished picture may go through another camera."""
    coded = picture[..., ::-1].astype(np.float32) / 255
    return np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4).astype(np.float32)


def mixed(passes, rng):
    """The light passes of a render (float, linear) with strengths and colours by chance: another lamp, another hour; their sum has about the old brightness."""
    total = None
    for one in passes:
        strength = 10 ** rng.normal(0, 0.35)
        warm = rng.normal(0, 0.18)
        tint = np.array([1 + warm, 1.0, 1 - warm], np.float32) * (1 + rng.normal(0, 0.05, 3)).astype(np.float32)
        part = one * (strength * np.clip(tint, 0.4, 1.8))
        total = part if total is None else total + part
    return total


def exposure(light, rng):
    """A factor: centre-weighted metering that protects the highlights, with an error."""
    height, width = light.shape[:2]
    luminance = light @ GREY
    ys, xs = np.mgrid[-1:1:height * 1j, -1:1:width * 1j]
    weight = np.exp(-(xs ** 2 + ys ** 2))
    mean = (np.minimum(luminance, np.percentile(luminance, 98)) * weight).sum() / weight.sum()
    gain = min(rng.uniform(0.1, 0.26) / max(mean, 1e-6), 1.6 / max(np.percentile(luminance, 97), 1e-6))
    return np.float32(gain * 2 ** rng.normal(0, 0.45))


def _fringed(light, scale):
    """Red and blue a little larger and smaller than green about the middle."""
    height, width = light.shape[:2]
    out = light.copy()
    for channel, factor in ((0, 1 + scale), (2, 1 - scale)):
        move = np.array([[factor, 0, (1 - factor) * (width - 1) / 2], [0, factor, (1 - factor) * (height - 1) / 2]])
        out[..., channel] = cv2.warpAffine(np.ascontiguousarray(light[..., channel]), move, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out


def _glare(light, rng):
    if rng.random() < 0.6:
        glow = cv2.GaussianBlur(np.clip(light - 0.9, 0, 6), (0, 0), light.shape[1] * rng.uniform(0.003, 0.02))
        light = light + glow * rng.uniform(0.05, 0.35)
    if rng.random() < 0.3:
        light = light * 0.97 + np.float32(rng.uniform(0.003, 0.04))  # a veil of stray light
    return light


def _vignette(shape, depth):
    ys, xs = np.mgrid[-1:1:shape[0] * 1j, -1:1:shape[1] * 1j]
    return (1 - depth * (xs ** 2 + ys ** 2) / 2)[..., None].astype(np.float32)


def _blurred(light, rng, recipe):
    """Optics and antialiasing; now and then out of focus (a disk) or moved (a short path that bends)."""
    recipe['blurPx'] = float(abs(rng.normal(0.35, 0.25)))
    if recipe['blurPx'] > 0.2:
        light = cv2.GaussianBlur(light, (0, 0), recipe['blurPx'])
    if rng.random() < 0.12:
        radius = rng.uniform(0.7, 2.2)
        ys, xs = np.mgrid[-3:4, -3:4]
        disk = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
        light = cv2.filter2D(light, -1, disk / disk.sum(), borderType=cv2.BORDER_REPLICATE)
        recipe['defocusPx'] = float(radius)
    if rng.random() < 0.15:
        light = cv2.filter2D(light, -1, _path(rng, rng.uniform(1.0, 6.0)), borderType=cv2.BORDER_REPLICATE)
        recipe['isShaken'] = True
    return light


def _path(rng, length_px):
    """The kernel of a hand's tremble; its middle of mass stays where it was."""
    kernel = np.zeros((13, 13), np.float32)
    direction, bend = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.5)
    steps = np.linspace(-0.5, 0.5, 25)
    at = length_px * np.stack([np.cos(direction + bend * steps) * steps, np.sin(direction + bend * steps) * steps], 1)
    at -= at.mean(0)
    for x, y in np.clip(at + 6, 0, 11.99):
        i, j, a, b = int(y), int(x), y - int(y), x - int(x)
        kernel[i:i + 2, j:j + 2] += np.outer([1 - a, a], [1 - b, b]).astype(np.float32)
    return kernel / kernel.sum()


def _mosaic(light):
    """One colour a pixel, as BGGR: what OpenCV calls BayerRG."""
    raw = light[..., 1].copy()
    raw[0::2, 0::2] = light[0::2, 0::2, 2]
    raw[1::2, 1::2] = light[1::2, 1::2, 0]
    return raw


def _noisy(raw, level, rng):
    sigma = np.sqrt(level ** 2 * 0.05 + level ** 2 * np.maximum(raw, 0) * 1.2)
    return raw + sigma * rng.standard_normal(raw.shape, dtype=np.float32)


def _demosaiced(raw, colours, balance):
    """White-balanced linear RGB 0..about 4, by OpenCV's edge-aware demosaicing, in 16 bits with highlights clipped where the sensor is full."""
    coded = np.clip(raw / 2 * 65000 + 200, 0, 65535).astype(np.uint16)
    picture = cv2.demosaicing(coded, cv2.COLOR_BayerRG2BGR_EA)[..., ::-1].astype(np.float32)
    return np.maximum((picture - 200) / 65000 * 2, 0) / colours * balance


def _denoised(picture, noise, strength, rng):
    """The smear of a noise filter, stronger in colour than in brightness."""
    coded = np.sqrt(np.clip(picture, 0, 4) / 4)
    luma = coded @ GREY
    chroma = cv2.GaussianBlur(coded - luma[..., None], (0, 0), 0.6 + strength * rng.uniform(0.6, 1.6))
    if rng.random() < 0.5:
        luma = cv2.bilateralFilter(luma, 5, float(4 * noise * strength), 1.2 + strength)
    elif rng.random() < 0.5:
        plain = (np.clip(luma, 0, 1) * 65535).astype(np.uint16)
        luma = cv2.fastNlMeansDenoising(plain, [float(65535 * noise * strength)], None, 3, 7, cv2.NORM_L1).astype(np.float32) / 65535
    return np.clip(luma[..., None] + chroma, 0, 1) ** 2 * 4


def _toned(picture, local, rng):
    """Shadows lifted where it is dark around them, a shoulder, the sRGB curve, contrast and saturation."""
    luminance = picture @ GREY + 1e-4
    around = cv2.GaussianBlur(np.log(luminance), (0, 0), max(picture.shape[:2]) * rng.uniform(0.01, 0.06))
    lift = np.clip(np.exp((np.log(0.18) - around) * local * 0.5), 0.5, 3.0)[..., None].astype(np.float32)
    picture = picture * lift
    shoulder = rng.uniform(0, 1)
    rolled = picture * (1 + picture / 9) / (1 + picture * 0.75)
    picture = np.clip(picture * (1 - shoulder) + rolled * 1.25 * shoulder, 0, 1)
    coded = np.where(picture <= 0.0031308, picture * 12.92, 1.055 * np.maximum(picture, 1e-6) ** (1 / 2.4) - 0.055)
    bend = rng.uniform(0, 0.7)
    coded = coded * (1 - bend) + (coded * coded * (3 - 2 * coded)) * bend
    grey = coded.mean(2, keepdims=True)
    return (grey + (coded - grey) * rng.uniform(0.7, 1.45)).astype(np.float32)


def _sharpened(picture, amount, rng):
    """Brightness alone, with a limit against halos that some devices have and some do not."""
    luma = picture @ GREY
    detail = (luma - cv2.GaussianBlur(luma, (0, 0), rng.uniform(0.6, 1.5))) * amount
    limit = rng.uniform(0.05, 0.3)
    return picture + np.clip(detail, -limit, limit)[..., None]


def coded_by(codec, picture, quality, crf):
    """8-bit BGR after a codec and back; all of them halve the resolution of colour."""
    if codec == 'jpeg':
        flags = [cv2.IMWRITE_JPEG_QUALITY, int(quality), cv2.IMWRITE_JPEG_OPTIMIZE, 0]
        return cv2.imdecode(cv2.imencode('.jpg', picture, flags)[1], cv2.IMREAD_COLOR)
    height, width = (side - side % 2 for side in picture.shape[:2])
    even = np.ascontiguousarray(picture[:height, :width])
    # The frame of a video that stands still: the third, which is what the codec left of two changes.
    options = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-crf', f'{crf:.0f}']
    raw = ['-f', 'rawvideo', '-pix_fmt', 'bgr24', '-s', f'{width}x{height}', '-r', '30']
    quiet = ['ffmpeg', '-v', 'error', '-threads', '1']
    noise = np.random.default_rng(int(quality * 1000))
    moving = b''.join(np.clip(even + noise.normal(0, 2, even.shape), 0, 255).astype(np.uint8).tobytes() for _ in range(2)) + even.tobytes()
    stream = subprocess.run([*quiet, *raw, '-i', '-', *options, '-threads', '1', '-pix_fmt', 'yuv420p', '-f', 'matroska', '-'], input=moving, capture_output=True, check=True).stdout
    back = subprocess.run([*quiet, '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'bgr24', '-'], input=stream, capture_output=True, check=True).stdout
    out = picture.copy()
    out[:height, :width] = np.frombuffer(back, np.uint8).reshape(3, height, width, 3)[-1]
    return out


def read_pass(path):
    """One light pass of a render: linear RGB, float32."""
    picture = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f'cannot read the pass of light {path}')
    return np.ascontiguousarray(picture[..., 2::-1]).astype(np.float32)
