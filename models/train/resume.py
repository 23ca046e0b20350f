"""Takes up training from a committed model.onnx, when its checkpoint is gone.

An export holds every batch normalisation folded into the convolution before it. Unfolding needs samples: with the mean m and the variance v of
what a convolution gives on them, scale sqrt(v) and shift b + m, a normalisation gives in training what the folded bias b gave.
"""
import json
import os

import numpy as np
import onnx
import onnx.numpy_helper
import torch
import torch.nn as nn


def load_run(net, run, samples):
    """Sets the net's weights to the running mean of a checkpoint (.pt), or to those of an export (.onnx); returns the steps it was trained for."""
    if run.endswith('.onnx'):
        steps = load_onnx(net, run, samples)
    else:
        saved = torch.load(run, map_location='cpu')
        net.load_state_dict(saved['ema'])
        steps = saved['step']
    net.eval()
    return steps


def load_onnx(net, file, samples, new=()):
    """Sets the net's weights to those of an export of it; `samples`: a batch of its input; `new`: modules that the export may not have yet.

    Returns the steps it was trained for; throws where the two do not fit.
    """
    graph = onnx.load(file).graph
    values = weights_of(graph)
    exported = [[values[name] for name in node.input[1:]] for node in graph.node if node.op_type in ('Conv', 'Gemm')]
    layers = in_order(net, samples)
    if len(layers) != len(exported):
        layers = [layer for layer in layers if not any(layer is one for module in new for one in module.modules())]
    if len(layers) != len(exported):
        raise ValueError(f'got {len(exported)} layers in {file}, expected {len(layers)}: it is an export of another net')
    follows = {id(seq[0]): seq[1] for seq in net.modules() if isinstance(seq, nn.Sequential) and len(seq) > 1 and isinstance(seq[1], nn.BatchNorm2d)}
    norms = []
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, exported):
            if tuple(layer.weight.shape) != weight.shape:
                raise ValueError(f'got a layer of shape {weight.shape} in {file}, expected {tuple(layer.weight.shape)}: it is an export of another net')
            layer.weight.copy_(torch.from_numpy(weight.copy()))
            if layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias.copy()))
                continue
            norm = follows[id(layer)]
            norm.weight.fill_(float(np.sqrt(1 + norm.eps)))
            norm.bias.copy_(torch.from_numpy(bias.copy()))
            norm.running_mean.zero_()
            norm.running_var.fill_(1)
            norms.append(norm)
        seen = {}
        hooks = [norm.register_forward_hook(lambda one, x, _: seen.__setitem__(one, x[0])) for norm in norms]
        net.eval()
        net(samples)
        for hook in hooks:
            hook.remove()
        for norm, x in seen.items():
            mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3))
            norm.bias.add_(mean)
            norm.weight.copy_(torch.sqrt(var + norm.eps))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
    net.train()
    with open(os.path.join(os.path.dirname(file), 'model.json')) as about:
        return json.load(about)['trainedSteps']


def exported_net(file):
    """The name of the net that an export is of."""
    with open(os.path.join(os.path.dirname(file), 'model.json')) as about:
        return json.load(about)['name']


def weights_of(graph):
    """The weights of an export by name, float32, also those that it stores in fewer bits (`export.py`)."""
    values = {tensor.name: onnx.numpy_helper.to_array(tensor).astype(np.float32) for tensor in graph.initializer}
    for node in graph.node:
        if node.input and node.input[0] in values:
            if node.op_type == 'Cast':
                values[node.output[0]] = values[node.input[0]]
            elif node.op_type == 'DequantizeLinear':
                stored, scale = values[node.input[0]], values[node.input[1]]
                values[node.output[0]] = stored * scale.reshape(-1, *[1] * (stored.ndim - 1))
    return values


def in_order(net, samples):
    """The net's convolutions and linear layers in the order in which they are run."""
    order = []
    layers = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.Linear))]
    hooks = [layer.register_forward_hook(lambda one, _x, _y: order.append(one)) for layer in layers]
    net.eval()
    with torch.no_grad():
        net(samples)
    for hook in hooks:
        hook.remove()
    return order
