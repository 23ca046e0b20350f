"""Makes pictures of the light that path_traced/render_tables.py has written: one camera, one hour for each.

    python3 develop.py LIGHT --out DIR [--hand 10] [--most-bytes 200000] [--seed develop]

`--hand 10`: the views of tables in the hand, four a table, under the names of test-fixtures/hand-held, the first table as table-10; one device a table."""
import argparse
import glob
import json
import os
import zlib

import cv2
import numpy as np

import isp

HAND = ['whole', 'around', 'close-1', 'close-2']


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('light')
    ap.add_argument('--out', required=True)
    ap.add_argument('--hand', type=int, help='number of the first table in the hand')
    ap.add_argument('--most-bytes', type=int, default=1_000_000, help='the JPEG is coded as well as fits')
    ap.add_argument('--seed', default='develop')
    args = ap.parse_args()
    os.makedirs(args.out, exist_ok=True)
    files = sorted(glob.glob(os.path.join(args.light, '*.json')))
    if not files:
        raise ValueError(f'got no truth files in {args.light}, expected a folder that render_tables.py has written')
    for file in files:
        with open(file, encoding='utf-8') as f:
            truth = json.load(f)
        index = truth['seed'][1]
        of_table = np.random.default_rng([zlib.crc32(args.seed.encode()), index // len(HAND)])
        rng = np.random.default_rng([zlib.crc32(args.seed.encode()), 1, index])
        in_hand = args.hand is not None
        name = f'table-{args.hand + index // len(HAND):02d}-{HAND[index % len(HAND)]}' if in_hand else os.path.splitext(truth['image'])[0]
        passes = [isp.read_pass(os.path.join(args.light, one)) for one in truth.pop('light')]
        device = ['phone', 'phone', 'action'][of_table.integers(3)] if in_hand else None
        picture, recipe = isp.photograph(isp.mixed(passes, of_table if in_hand else rng), rng, device)
        truth.update(image=name + '.jpg', photograph=recipe)
        save(os.path.join(args.out, truth['image']), picture, args.most_bytes)
        with open(os.path.join(args.out, name + '.json'), 'w', encoding='utf-8') as f:
            json.dump(truth, f, separators=(',', ':'))


def save(path, picture, most_bytes):
    """The best JPEG of at most so many bytes; one of the lowest quality may be larger."""
    for quality in range(94, 50, -4):
        data = cv2.imencode('.jpg', picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        if len(data) <= most_bytes:
            break
    with open(path + '.part', 'wb') as file:
        file.write(data.tobytes())
    os.replace(path + '.part', path)


if __name__ == '__main__':
    main()
