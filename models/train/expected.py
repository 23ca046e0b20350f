"""What a net says of a made-up picture, for `check` in its model.json: the app compares it with what it computes itself (src/vision/runtime/check-net.ts).

    python3 expected.py base-sides ../base-sides      writes it anew into that folder's model.json

Computed by PyTorch from the weights as they are stored: another program than the one that is checked."""
import argparse
import json
import os

import numpy as np
import torch

from nets import NETS
from resume import load_onnx

DIMS = {'frame': (1, 3, 64, 96), 'mat-finder': (1, 3, 64, 96), 'base-detector': (1, 3, 64, 64), 'base-keypoints': (1, 3, 128, 128), 'mat-edge': (1, 3, 16, 48), 'base-sides': (1, 8, 112, 112), 'obstacle-outline': (1, 3, 128, 128), 'base-size': (1, 3, 96, 96)}
PLACES = 24


def expected(name, file, outputs):
    """{'dims', 'outputs': {name: numbers}} of the export in `file`."""
    net = NETS[name]()
    x = made_up(DIMS[name])
    load_onnx(net, file, x)
    net.eval()
    with torch.no_grad():
        said = net(x)
    said = said if isinstance(said, tuple) else (said,)
    flat = [one.flatten().double().numpy() for one in said]
    return {'dims': list(DIMS[name]), 'outputs': {output: [float(f'{values[i * len(values) // count]:.6g}') for i in range(count)]
                                                  for output, values in zip(outputs, flat) for count in [min(PLACES, len(values))]}}


def made_up(dims):
    count = int(np.prod(dims))
    return torch.from_numpy((np.arange(count, dtype=np.int64) * 7919 % 1000 / 1000).astype(np.float32).reshape(dims))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('net', choices=list(NETS))
    ap.add_argument('folder')
    args = ap.parse_args()
    file = os.path.join(args.folder, 'model.json')
    with open(file) as f:
        about = json.load(f)
    about['check'] = expected(args.net, os.path.join(args.folder, 'model.onnx'), about['outputs'])
    write(file, about)


def write(file, about):
    with open(file, 'w') as f:
        json.dump(about, f, indent=2)
        f.write('\n')


if __name__ == '__main__':
    main()
