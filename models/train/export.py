"""Writes a trained net as ONNX (weights in float16) with its model.json (input, outputs, sha-256).

    python3 export.py base-detector --run RUN_DIR --out ../base-detector [--average OTHER/model.onnx]

`--average`: the mean of its weights and another export's, of a run that this one was continued from: often better than either on what
neither has seen.
"""
import argparse
import hashlib
import json
import os

import numpy as np
import onnx
import onnx.numpy_helper
import torch

from nets import NETS

SHAPES = {'mat-finder': (1, 3, 128, 224), 'base-detector': (1, 3, 512, 512), 'base-keypoints': (4, 3, 128, 128), 'mat-edge': (4, 3, 16, 48), 'base-sides': (4, 8, 112, 112)}
OUTPUTS = {'mat-finder': ['maps'], 'base-detector': ['maps'], 'base-keypoints': ['points', 'logSigma', 'classes'], 'mat-edge': ['place', 'logSigma', 'there'], 'base-sides': ['places', 'logSigma']}
MEANING = {'base-sides': 'RGB 0..1 at the foot\'s height, RGB at the tile\'s, lean of the view to the right and up (0.5 + mm of a mm of height / 4), planar'}
AXES = {
    'mat-finder': {'image': {2: 'height', 3: 'width'}, 'maps': {2: 'h', 3: 'w'}},
    'base-detector': {'image': {2: 'height', 3: 'width'}, 'maps': {2: 'h', 3: 'w'}},
    'base-keypoints': {'image': {0: 'n'}, 'points': {0: 'n'}, 'logSigma': {0: 'n'}, 'classes': {0: 'n'}},
    'mat-edge': {'image': {0: 'n'}, 'place': {0: 'n'}, 'logSigma': {0: 'n'}, 'there': {0: 'n'}},
    'base-sides': {'image': {0: 'n'}, 'places': {0: 'n'}, 'logSigma': {0: 'n'}},
}


def half_weights(model):
    """Stores large weights as float16 with a cast before their use: half the download, the same arithmetic in float32."""
    graph = model.graph
    casts = []
    for i, tensor in enumerate(list(graph.initializer)):
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 256:
            continue
        name = tensor.name
        casts.append(onnx.helper.make_node('Cast', [name + '_half'], [name], to=onnx.TensorProto.FLOAT))
        graph.initializer[i].CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name + '_half'))
    for cast in reversed(casts):
        graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    return model


def averaged(model, other):
    """The mean of two exports of one net, weight by weight."""
    theirs = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in other.graph.initializer}
    for tensor in model.graph.initializer:
        own = onnx.numpy_helper.to_array(tensor)
        if tensor.name not in theirs or theirs[tensor.name].shape != own.shape:
            raise ValueError(f'got another net to average with: it has no {tensor.name} of shape {own.shape}; expected an export of the same net')
        if own.dtype.kind == 'f':
            mean = (own.astype(np.float64) + theirs[tensor.name]) / 2
            tensor.CopyFrom(onnx.numpy_helper.from_array(mean.astype(own.dtype), tensor.name))
    return model


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('net', choices=list(NETS))
    ap.add_argument('--run', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--average')
    args = ap.parse_args()
    saved = torch.load(os.path.join(args.run, args.net + '.pt'), map_location='cpu')
    net = NETS[args.net]()
    net.load_state_dict(saved['ema'])
    net.eval()
    os.makedirs(args.out, exist_ok=True)
    file = os.path.join(args.out, 'model.onnx')
    x = torch.rand(*SHAPES[args.net])
    torch.onnx.export(net, x, file, opset_version=13, input_names=['image'], output_names=OUTPUTS[args.net], dynamic_axes=AXES[args.net])
    model = half_weights(onnx.load(file))
    if args.average:
        model = averaged(model, onnx.load(args.average))
    data = model.SerializeToString()
    with open(file, 'wb') as f:
        f.write(data)
    about = {
        'name': args.net,
        'file': 'model.onnx',
        'bytes': len(data),
        'sha256': hashlib.sha256(data).hexdigest(),
        'input': {'name': 'image', 'shape': [d if i not in AXES[args.net]['image'] else AXES[args.net]['image'][i] for i, d in enumerate(x.shape)], 'meaning': MEANING.get(args.net, 'RGB, 0..1, planar')},
        'outputs': OUTPUTS[args.net],
        'trainedSteps': saved['step'],
    }
    with open(os.path.join(args.out, 'model.json'), 'w') as f:
        json.dump(about, f, indent=2)
        f.write('\n')
    print(file, len(data), 'bytes')


if __name__ == '__main__':
    main()
