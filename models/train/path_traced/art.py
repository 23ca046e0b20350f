"""Drawn and photographed art from free packages: prints for mats and tiles, patterns for cloth, light of rooms.

A folder holds each package under its name, unpacked: `endless-sky-data`, `freeorion-data`, `gimp-data-extras`, `krita-data` (Debian, `dpkg -x`), `pmndrs`
(npm `@pmndrs/assets`). Of the first only what its copyright file calls public domain is taken; with the HDRIs of the last and of `blender-data` that is all
by default. `share_alike` adds the others, under GPL or CC-BY-SA: what is rendered from them may not be free of their terms.

One file in five is kept out of training: `held` chooses those alone."""

import base64
import fnmatch
import glob
import os
import zlib

import cv2
import numpy as np

BLENDERS_LIGHT = '/usr/share/blender/datafiles/studiolights/world/*.exr'


def load_art(folder, held, share_alike=False):
    """{'print': files, 'pattern': files, 'light': files}, each sorted; empty lists where a package is absent."""
    own = {'print': [], 'pattern': [], 'light': glob.glob(BLENDERS_LIGHT)}
    if folder:
        own['print'] += _public_domain(os.path.join(folder, 'endless-sky-data'))
        own['light'] += glob.glob(os.path.join(folder, 'pmndrs/package/hdri/*.exr.js'))
        if share_alike:
            own['print'] += glob.glob(os.path.join(folder, 'freeorion-data/usr/share/games/freeorion/default/data/art/nebulae/*.png'))
            own['pattern'] += glob.glob(os.path.join(folder, 'gimp-data-extras/usr/share/gimp/*/patterns/*.pat'))
            own['pattern'] += glob.glob(os.path.join(folder, 'krita-data/usr/share/krita/patterns/*.p[an][tg]'))
    return {use: sorted(f for f in files if is_held(f) == held) for use, files in own.items()}


def is_held(path):
    """Whether a file is one of the fifth that training never sees."""
    return zlib.crc32(os.path.basename(path).split('.')[0].encode()) % 5 == 0


def _public_domain(package):
    """The photographs of the package whose last word in its copyright file is `public-domain`."""
    root = os.path.join(package, 'usr/share/games/endless-sky')
    pictures = glob.glob(os.path.join(root, 'images/land/*.jpg')) + glob.glob(os.path.join(root, 'images/scene/*.jpg'))
    notice = os.path.join(package, 'usr/share/doc/endless-sky-data/copyright')
    if not os.path.exists(notice):
        return []
    licences = []  # the last paragraph that fits a file decides
    with open(notice, encoding='utf-8') as file:
        for paragraph in file.read().split('\n\n'):
            lines = paragraph.splitlines()
            fields = {line.split(':', 1)[0]: i for i, line in enumerate(lines) if line[:1].isalpha() and ':' in line}
            if 'Files' not in fields or 'License' not in fields:
                continue
            start = fields['Files']
            end = min([i for i in fields.values() if i > start], default=len(lines))
            names = ' '.join([lines[start].split(':', 1)[1], *lines[start + 1:end]]).split()
            licences.append((names, lines[fields['License']].split(':', 1)[1].strip()))

    def licence(path):
        name = os.path.relpath(path, root)
        return next((kind for names, kind in reversed(licences) if any(fnmatch.fnmatch(name, one) for one in names)), '')

    return [path for path in pictures if licence(path) == 'public-domain']


def read_light(path):
    """Linear RGB, equirectangular."""
    if path.endswith('.js'):
        with open(path, encoding='ascii') as file:
            data = base64.b64decode(file.read().split('base64,', 1)[1].split("'", 1)[0])
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    else:
        picture = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f'cannot read the light in {path}: expected an EXR or HDR picture')
    return np.ascontiguousarray(np.minimum(picture[..., 2::-1], 2e4)).astype(np.float32)


def read_picture(path):
    """sRGB 0..1; of GIMP's patterns too."""
    if path.endswith('.pat'):
        return _read_pattern(path)
    picture = cv2.imread(path, cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f'cannot read the picture {path}')
    return picture[..., ::-1].astype(np.float32) / 255


def _read_pattern(path):
    """GIMP's pattern format: a header of big-endian words, a name, then rows of bytes."""
    with open(path, 'rb') as file:
        data = file.read()
    size, _, width, height, channels = (int.from_bytes(data[4 * i:4 * i + 4], 'big') for i in range(5))
    pixels = np.frombuffer(data, np.uint8, width * height * channels, size).reshape(height, width, channels).astype(np.float32) / 255
    return pixels[..., :3] if channels >= 3 else np.repeat(pixels[..., :1], 3, 2)
