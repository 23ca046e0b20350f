"""Writes what a recipe has trained as ONNX, with the model.json beside it that the app checks on loading.

    python3 export.py recipes/base-detector.toml --runs RUNS --out ../base-detector
"""
import argparse
import hashlib
import os

import numpy as np
import onnx
import onnx.numpy_helper
import torch

from expected import expected, write
from nets import NETS
from recipe import read_recipe, stored_export
from resume import load_run, weights_of

SHAPES = {'frame': (1, 3, 416, 640), 'mat-finder': (1, 3, 128, 224), 'base-detector': (1, 3, 512, 512), 'base-keypoints': (4, 3, 128, 128), 'mat-edge': (4, 3, 16, 48), 'base-sides': (4, 8, 112, 112), 'obstacle-outline': (4, 3, 128, 128), 'base-size': (4, 3, 96, 96)}
OUTPUTS = {
    'frame': ['maps'],
    'mat-finder': ['maps'], 'base-detector': ['maps'], 'base-keypoints': ['points', 'logSigma', 'classes'], 'mat-edge': ['place', 'logSigma', 'there'], 'base-sides': ['places', 'logSigma'], 'obstacle-outline': ['classes', 'mask'], 'base-size': ['sizes']}
MEANING = {'base-sides': 'RGB 0..1 at the foot\'s height, RGB at the tile\'s, lean of the view to the right and up (0.5 + mm of a mm of height / 4), planar'}
AXES = {
    'frame': {'image': {2: 'height', 3: 'width'}, 'maps': {2: 'h', 3: 'w'}},
    'mat-finder': {'image': {2: 'height', 3: 'width'}, 'maps': {2: 'h', 3: 'w'}},
    'base-detector': {'image': {2: 'height', 3: 'width'}, 'maps': {2: 'h', 3: 'w'}},
    'base-keypoints': {'image': {0: 'n'}, 'points': {0: 'n'}, 'logSigma': {0: 'n'}, 'classes': {0: 'n'}},
    'mat-edge': {'image': {0: 'n'}, 'place': {0: 'n'}, 'logSigma': {0: 'n'}, 'there': {0: 'n'}},
    'base-sides': {'image': {0: 'n'}, 'places': {0: 'n'}, 'logSigma': {0: 'n'}},
    'obstacle-outline': {'image': {0: 'n'}, 'classes': {0: 'n'}, 'mask': {0: 'n'}},
    'base-size': {'image': {0: 'n'}, 'sizes': {0: 'n'}},
}


# Nets of which a byte for each weight is as good, with the largest of its levels: fewer take less room once packed.
IN_BYTES = {'mat-finder': 31, 'base-detector': 127, 'frame': 7, 'obstacle-outline': 7, 'base-size': 7}


def packed(model, most_level):
    """Stores large weights in fewer bits, made float32 again before their use: a smaller download, the same arithmetic.

    As float16 with few binary digits, or with `most_level` those of convolutions as whole numbers up to it, a byte each with one scale for each output channel.
    """
    graph = model.graph
    kernels = {node.input[1] for node in graph.node if node.op_type == 'Conv'}
    unpack, scales = [], []
    for i, tensor in enumerate(list(graph.initializer)):
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 256:
            continue
        name = tensor.name
        stored = name + '_stored'
        if most_level and name in kernels:
            scale = best_scales(values.reshape(len(values), -1), most_level)
            small = np.clip(np.round(values / scale.reshape(-1, *[1] * (values.ndim - 1))), -most_level, most_level).astype(np.int8)
            scales.append(onnx.numpy_helper.from_array(scale.astype(np.float32), name + '_scale'))
            unpack.append(onnx.helper.make_node('DequantizeLinear', [stored, name + '_scale'], [name], axis=0))
        else:
            small = (rounded(values) if name in kernels else values).astype(np.float16)
            unpack.append(onnx.helper.make_node('Cast', [stored], [name], to=onnx.TensorProto.FLOAT))
        graph.initializer[i].CopyFrom(onnx.numpy_helper.from_array(small, stored))
    graph.initializer.extend(scales)
    for node in reversed(unpack):
        graph.node.insert(0, node)
    onnx.checker.check_model(model)
    return model


# Binary digits that are kept of a weight, and of each in a kernel of that many: what a net says moves by 2 % of its own spread (median), and packs to 0.63 of float16's eleven digits.
DIGITS, DIGITS_OF_LARGE, LARGE = 6, 5, 80_000


def rounded(values):
    """The nearest numbers with as few significant binary digits."""
    mantissa, exponent = np.frexp(values.astype(np.float64))
    steps = 2.0 ** (DIGITS_OF_LARGE if values.size >= LARGE else DIGITS)
    return np.ldexp(np.round(mantissa * steps) / steps, exponent)


def best_scales(rows, most_level):
    """The scale of each row with which its levels are off the least, squared."""
    largest = np.maximum(np.abs(rows).max(1), 1e-12) / most_level
    scales = np.stack([largest * share for share in np.linspace(1, 0.5, 11)] if most_level < 127 else [largest])
    off = [((np.clip(np.round(rows / scale[:, None]), -most_level, most_level) * scale[:, None] - rows) ** 2).sum(1) for scale in scales]
    return scales[np.argmin(off, 0), np.arange(len(rows))]


def averaged(model, other):
    """The mean of two exports of one net, weight by weight; `model` not packed yet."""
    theirs = weights_of(other.graph)
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
    ap.add_argument('recipe')
    ap.add_argument('--runs', default='../../runs')
    ap.add_argument('--out', required=True)
    args = ap.parse_args()
    recipe = read_recipe(args.recipe)
    name = recipe['net']
    net = NETS[name]()
    x = torch.rand(*SHAPES[name])
    steps = load_run(net, os.path.join(args.runs, os.path.splitext(recipe['file'])[0], f'leg-{len(recipe["legs"])}.pt'), x)
    average = recipe.get('export', {}).get('average')
    other = onnx.load(stored_export(average, args.runs)) if average else None
    os.makedirs(args.out, exist_ok=True)
    file = os.path.join(args.out, 'model.onnx')
    torch.onnx.export(net, x, file, opset_version=13, input_names=['image'], output_names=OUTPUTS[name], dynamic_axes=AXES[name])
    model = onnx.load(file)
    if other:
        model = averaged(model, other)
    data = packed(model, IN_BYTES.get(name)).SerializeToString()
    with open(file, 'wb') as f:
        f.write(data)
    about = {
        'name': name,
        'file': 'model.onnx',
        'bytes': len(data),
        'sha256': hashlib.sha256(data).hexdigest(),
        'input': {'name': 'image', 'shape': [d if i not in AXES[name]['image'] else AXES[name]['image'][i] for i, d in enumerate(x.shape)], 'meaning': MEANING.get(name, 'RGB, 0..1, planar')},
        'outputs': OUTPUTS[name],
        'trainedSteps': steps,
        'recipe': {'file': recipe['file'], 'sha256': recipe['sha256']},
    }
    about['check'] = {'dims': [], 'outputs': {}}
    write(os.path.join(args.out, 'model.json'), about)
    about['check'] = expected(name, file, about['outputs'])
    write(os.path.join(args.out, 'model.json'), about)
    print(file, len(data), 'bytes')


if __name__ == '__main__':
    main()
