"""Prints how far a trained net is off on folders of pictures it was not trained on: the figures of its CARD.md.

    python3 measure.py base-keypoints --run RUNS/RECIPE/leg-1.pt --pictures DIR [DIR...]
    python3 measure.py base-keypoints --run RUNS/RECIPE/leg-1.pt --against ../base-keypoints/model.onnx --pictures DIR [DIR...]

`--run`: a checkpoint (.pt), or an export (.onnx). `--against`: another; both see the same samples, and each picture's losses are compared by themselves:
the mean of the differences over pictures, with the 90 % interval that drawing the pictures anew gives (bootstrap). Less is better.
"""
import argparse
import glob
import json
import os

import cv2
import numpy as np
import torch

from nets import NETS
from pictures import DETECTOR_PX_PER_MM, Picture, reduced, to_chw
from resume import load_run
from samples import samples
from train import LOSS


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('net', choices=list(NETS))
    ap.add_argument('--run', required=True)
    ap.add_argument('--pictures', nargs='+', required=True)
    ap.add_argument('--count', type=int, default=192)
    ap.add_argument('--against')
    args = ap.parse_args()
    torch.set_num_threads(1)
    if args.against:
        return compare(args)
    net = NETS[args.net]()
    some = next(samples(args.net, args.pictures, 11))[0]
    steps = load_run(net, args.run, torch.from_numpy(some[None]))
    print(f'{args.net} after {steps} steps')
    for folder in args.pictures:
        stream = samples(args.net, [folder], 11)
        made = [next(stream) for _ in range(args.count)]
        x, t = torch.from_numpy(np.stack([m[0] for m in made])), torch.from_numpy(np.stack([m[1] for m in made]))
        with torch.no_grad():
            outs = [net(part) for part in x.split(16)]
        out = tuple(torch.cat([o[i] for o in outs]) for i in range(len(outs[0]))) if isinstance(outs[0], tuple) else torch.cat(outs)
        print(f'  {os.path.basename(folder.rstrip("/"))}: ' + ', '.join(f'{k} {float(v):.3f}' for k, v in LOSS[args.net](out, t)[1].items()))
        if args.net == 'base-detector':
            masks(out, t)
        if args.net == 'base-keypoints':
            keypoints(out, t)
        if args.net == 'mat-edge':
            edges(out, t, 16 / 48)
        if args.net == 'base-sides':
            sides(out, t)
        if args.net == 'obstacle-outline':
            outlines(out, t)


PER_PICTURE = 8
DRAWS = 2000


def compare(args):
    """Prints, for each folder, how two runs differ, picture by picture."""
    nets = []
    for run in (args.run, args.against):
        net = NETS[args.net]()
        load_run(net, run, torch.from_numpy(next(samples(args.net, args.pictures, 11))[0][None]))
        nets.append(net)
    for folder in args.pictures:
        files = sorted(glob.glob(os.path.join(folder, '*.json')))
        files = [file for file in files if is_truth(file)]
        print(f'{os.path.basename(folder.rstrip("/"))}: {len(files)} pictures')
        differences([losses(args.net, nets, file, i) for i, file in enumerate(files)])
        if args.net == 'base-detector':
            differences([one for one in (shown_obstacles(nets, file) for file in files) if one])


def differences(rows):
    for name in rows[0][0]:
        ours, theirs = (np.array([row[k][name] for row in rows]) for k in (0, 1))
        off = ours - theirs
        draws = np.random.default_rng(1).integers(0, len(off), (DRAWS, len(off)))
        low, high = np.quantile(off[draws].mean(1), (0.05, 0.95))
        print(f'    {name}: {theirs.mean():.4f} -> {ours.mean():.4f}, difference {off.mean():+.4f} ({low:+.4f} to {high:+.4f})', flush=True)


# An obstacle counts as shown where its mask's logit is at least this: there the app takes it for one (SURE_PEAK in src/vision/objects/find-obstacles.ts).
SURE_LOGIT = 2.0
WHOLE_PX = 512


def shown_obstacles(nets, file):
    """Of each net, looking at a whole table from above with its true camera: the share of the obstacles in view that it shows surely, and how many other places so."""
    pic = Picture(file)
    middle, c = np.array(pic.mat) / 2, (WHOLE_PX - 1) / 2
    u, v = np.meshgrid(np.arange(WHOLE_PX), np.arange(WHOLE_PX))
    mm = np.stack([u - c, c - v], 2).reshape(-1, 2) / DETECTOR_PX_PER_MM + middle
    seen = pic.project(np.column_stack([mm, np.zeros(len(mm))])).reshape(WHOLE_PX, WHOLE_PX, 2).astype(np.float32)
    source, shrink = reduced(pic)
    bgr = cv2.remap(source, (seen[..., 0] + 0.5) / shrink - 0.5, (seen[..., 1] + 0.5) / shrink - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    x = torch.from_numpy(to_chw(bgr).astype(np.float32)[None] / 255)
    cells = WHOLE_PX // 4
    insides, due = np.zeros((cells, cells), np.uint8), []
    for one in pic.truth.get('obstacles', []):
        outline = np.array(one['outlineMm'], np.float32)
        pixels = pic.project(np.column_stack([outline, np.zeros(len(outline))]))
        mask = np.zeros((cells, cells), np.uint8)
        spots = ((outline - middle) * (1, -1) * DETECTOR_PX_PER_MM + c - 1.5) / 4
        cv2.fillPoly(mask, [np.round(spots * 16).astype(np.int32)], 1, shift=4)
        insides |= cv2.dilate(mask, np.ones((5, 5), np.uint8))
        if (pixels > 0).all() and (pixels < pic.size).all():
            due.append(mask > 0)
    found = []
    for net in nets:
        with torch.no_grad():
            logits = net(x)[0, 10:13].amax(0).numpy()
        sure = (logits > SURE_LOGIT).astype(np.uint8)
        other = cv2.connectedComponents(sure * (insides == 0))[0] - 1
        found.append({'obstacles missed': sum(not (sure[mask] > 0).any() for mask in due) / max(1, len(due)), 'other places': float(other)})
    return found if due else None


def is_truth(file):
    with open(file) as f:
        return json.load(f).get('format') == 'hashmark-truth'


def losses(kind, nets, file, seed):
    """Of each net the losses on a few samples of one picture."""
    stream = samples(kind, [file], seed)
    made = [next(stream) for _ in range(PER_PICTURE)]
    x, t = torch.from_numpy(np.stack([m[0] for m in made])), torch.from_numpy(np.stack([m[1] for m in made]))
    with torch.no_grad():
        return [{name: float(value) for name, value in LOSS[kind](net(x), t)[1].items()} for net in nets]


def masks(out, t):
    is_seen = t[:, 8] > 0.99
    cells('obstacles', (out[:, 10:13] > 0).any(1), (t[:, 12:15] > 0.5).any(1), is_seen)
    told = (t[:, 18] * t[:, 8]) > 0.99
    for i, name in enumerate(('straight templates and rulers', 'curved templates', 'cards')):
        cells(name, out[:, 13 + i] > 0, t[:, 15 + i] > 0.5, told)


def cells(name, said, true, among):
    said, true = said & among, true & among
    if true.any():
        right = float((said & true).sum())
        print(f'    {name}: {int(true.sum())} cells, {right / float(true.sum()):.2f} of them found, {right / max(1.0, float(said.sum())):.2f} of those said right')


def outlines(out, t):
    known, is_there = t[:, 1] > 0, t[:, 0] > 0
    logit = out[0][:, 0]
    of = lambda which, least: float((logit[known & which] > least).float().mean())
    print(f'    in the middle: {int((known & is_there).sum())} obstacles, {of(is_there, 0):.2f} of them above a logit of 0, {of(is_there, 2):.2f} above 2; '
          f'{int((known & ~is_there).sum())} other places, {of(~is_there, 0):.3f} and {of(~is_there, 2):.3f}')
    named = known & is_there
    print(f'    kind right {float((out[0][named, 1:].argmax(1) == t[named, 2].long()).float().mean()):.2f}')
    cells, weight = t[:, 3:].view(-1, 2, 32, 32).unbind(1)
    shown, true = (out[1] > 0)[weight > 0], (cells > 0.5)[weight > 0]
    print(f'    cells: {int(true.sum())} of obstacles, {float(shown[true].float().mean()):.2f} of them found, {float(true[shown].float().mean()):.2f} of those said right')


def sides(out, t):
    seen = t[:, 16:] > 0
    error, spread = (out[0] - t[:, :16]).abs(), out[1].exp()
    for name, part in (('foot', slice(0, 8)), ('tile', slice(8, 16))):
        e, s = error[:, part][seen[:, part]], spread[:, part][seen[:, part]]
        print(f'    {name}, crop px: ' + ', '.join(f'p{q} {float(torch.quantile(e, q / 100)):.2f}' for q in (25, 50, 75, 90)) + f'; mean error over claim {float((e / s).mean()):.2f}')
    off = (out[0] - t[:, :16]) * seen
    size = (off[:, 0:2].mean(1) + off[:, 4:6].mean(1)) + (off[:, 2:4].mean(1) + off[:, 6:8].mean(1))
    print(f'    side of the foot, both ways together, crop px: error p50 {float((size / 2).abs().median()):.2f}, mean {float((size / 2).mean()):+.3f}')


def edges(out, t, mm):
    is_there = t[:, 1] > 0
    error = (out[0] - t[:, 0]).abs()[is_there] * mm
    spread = out[1][is_there].exp() * mm
    by_spread = spread.argsort()
    for quarter in by_spread.chunk(4):
        e, s = error[quarter], spread[quarter]
        print(f'    strips of about {float(s.median()):.2f} mm claimed: error p50 {float(e.median()):.2f} p90 {float(torch.quantile(e, 0.9)):.2f} mm, '
              f'mean error over claim {float((e / s).mean()):.2f}')
    print(f'    there or not right {float(((out[2] > 0) == is_there).float().mean()):.3f}')


def keypoints(out, t):
    is_base = t[:, 48] > 0
    seen = (t[:, 32:48] > 0)[is_base]
    off = (out[0] - t[:, :32].view(-1, 16, 2))[is_base]
    error = off.norm(dim=2)
    spread = out[1][is_base].exp()
    names = ['foot', 'tile', 'hashmarks', 'guides']
    print('    median error, crop px: ' + ', '.join(f'{n} {float(error[:, 4 * i:4 * i + 4][seen[:, 4 * i:4 * i + 4]].median()):.2f}' for i, n in enumerate(names)))
    print('    all keypoints, crop px: ' + ', '.join(f'p{q} {float(torch.quantile(error[seen], q / 100)):.2f}' for q in (25, 50, 75, 90)))
    print(f'    median of error over claimed spread {float((error / spread)[seen].median()):.2f}')
    wide = t[:, 49] >= 0  # close crops cannot tell the size
    right = (out[2][wide, 1:].argmax(1) == t[wide, 49].long()).float().mean()
    score = ((out[2][:, 0] > 0) == is_base).float().mean()
    print(f'    size right {float(right):.3f}, base or not right {float(score):.3f}')


if __name__ == '__main__':
    main()
