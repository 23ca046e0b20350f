"""Teaches the classes of obstacle-outline what the detector mistakes for obstacles: at the detector's own spots, which no crop around a known thing shows.

    python3 spots.py collect RUNS/pictures/light --out RUNS/spots/light.npz [--count 300]      what the net's trunk makes of crops at spots, four of each
    python3 spots.py teach RUNS/spots/*.npz --out RUNS/obstacle-outline/leg-1.pt               its last layers anew; export.py writes the net

The trunk stays as it is, so that the masks do, and a thousand tables are learned in minutes on one core."""
import argparse
import glob
import math
import os
import random

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from measure import is_truth
from nets import NETS
from pictures import DETECTOR_PX_PER_MM, KINDS, OBSTACLE_HALF_MM, OBSTACLE_PX, Picture, averaged_crop, crop_transform, photometric, to_chw
from resume import load_run
from sizes import HALF_MM

HERE = os.path.dirname(os.path.abspath(__file__))
# As the app looks at a table (src/vision/image/rectify.ts, src/vision/objects/obstacle-spots.ts).
VIEW_PX, LONG_PX, CELL_PX = 512, 960, 4
MIN_PEAK, BELOW_PEAK, MAX_SPOTS, REACH_CELLS = -3.5, 3.2, 30, 7.5
CROPS = 4
# From the outline outwards, mm: what lies between is neither.
ON_MM, BESIDE_MM = 4.0, 15.0
NOT_SHOWN = -9.0  # the peak of an obstacle that has no spot; its middle is taken
# An obstacle under a base counts less: only some of it is seen.
UNDER_A_BASE = 0.3
HIDDEN, DROPOUT, EPOCHS, BATCH, RATE, DECAY, OF_KIND = 64, 0.3, 40, 256, 1e-3, 1e-2, 0.3


def exported(name):
    net = NETS[name]()
    load_run(net, os.path.join(HERE, '..', name, 'model.onnx'), torch.rand(2, 3, OBSTACLE_PX, OBSTACLE_PX))
    return net


def view_from_above(pic, rng):
    """The mat as the detector sees it, seen through a camera that is not quite the true one, and the table point of a pixel."""
    middle = np.array(pic.mat) / 2 + [rng.gauss(0, 12), rng.gauss(0, 12)]
    mm_per_px = rng.gauss(1, 0.012) / DETECTOR_PX_PER_MM
    centre = (VIEW_PX - 1) / 2

    def on_table(u, v):
        return np.stack([u - centre, centre - v], -1) * mm_per_px + middle

    points = on_table(*np.meshgrid(np.arange(VIEW_PX), np.arange(VIEW_PX))).reshape(-1, 2)
    seen = pic.project(np.column_stack([points, np.zeros(len(points))])).reshape(VIEW_PX, VIEW_PX, 2).astype(np.float32)
    smaller = min(1, LONG_PX / max(pic.size))
    bgr = cv2.resize(pic.bgr, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    seen = (seen + 0.5) * smaller - 0.5
    return cv2.remap(bgr, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), on_table


def spots(logits):
    """Peaks of the masks, highest first: logit, and the middle of what is above the threshold around each, cells."""
    peaks = np.argwhere((logits >= cv2.dilate(logits, np.ones((5, 5)))) & (logits >= MIN_PEAK))
    rows, columns = np.indices(logits.shape)
    taken = np.zeros(logits.shape, bool)
    found = []
    for row, column in sorted(peaks.tolist(), key=lambda at: -logits[at[0], at[1]]):
        if taken[row, column] or len(found) == MAX_SPOTS:
            continue
        peak = float(logits[row, column])
        around = (logits > min(peak - BELOW_PEAK, 0)) & (np.hypot(rows - row, columns - column) < REACH_CELLS)
        labels = cv2.connectedComponents(around.astype(np.uint8), connectivity=4)[1]
        one = labels == labels[row, column]
        taken |= one
        found.append((peak, float(columns[one].mean()), float(rows[one].mean())))
    return found


def crops_at(pic, at, rng):
    """Crops around a place as the net sees them, turned, mirrored and lit at random; None where one is not wholly before the camera."""
    crops = []
    for _ in range(CROPS):
        turn, half = rng.uniform(-math.pi, math.pi), OBSTACLE_HALF_MM * rng.gauss(1, 0.05)
        local = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half
        corners = at + [rng.gauss(0, 2), rng.gauss(0, 2)] + local @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        image = pic.project(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
        m = crop_transform(image, OBSTACLE_PX, rng.random() < 0.5) if abs(image).max() < 1e5 else None
        if m is None:
            return None
        crops.append(to_chw(photometric(averaged_crop(pic.bgr, m, image, OBSTACLE_PX), rng)))
    return torch.from_numpy(np.stack(crops).astype(np.float32))


def places(pic, detector, rng):
    """Where the detector may see an obstacle, and the middles of those that it does not: peak, place, kind or -1, whether under a base."""
    bgr, on_table = view_from_above(pic, rng)
    with torch.no_grad():
        logits = detector(torch.from_numpy(to_chw(bgr).astype(np.float32)[None] / (255 if bgr.dtype == np.uint8 else 1)))[0, 10:13].numpy().max(0)
    found = [(peak, on_table(CELL_PX * column + 1.5, CELL_PX * row + 1.5)) for peak, column, row in spots(logits)]
    obstacles = [(np.array(o['outlineMm'], np.float32), KINDS.index(o['kind'])) for o in pic.truth.get('obstacles', [])]

    def inside(outline, at):
        return cv2.pointPolygonTest(outline, (float(at[0]), float(at[1])), True)

    found += [(NOT_SHOWN, outline.mean(0)) for outline, _ in obstacles if not any(inside(outline, at) >= 0 for _, at in found)]
    for peak, at in found:
        seen = pic.project(np.array([[*at, 0]]))[0]
        if (seen < 0).any() or (seen >= np.array(pic.size)).any():
            continue
        away, kind = max(((inside(outline, at), kind) for outline, kind in obstacles), default=(-math.inf, -1))
        if -BESIDE_MM < away < -ON_MM:
            continue
        is_under = any(max(abs(at[0] - ship['xMm']), abs(at[1] - ship['yMm'])) < 1.1 * HALF_MM[ship['base']] + 2 for ship in pic.truth['ships'])
        yield peak, at, kind if away >= -ON_MM else -1, is_under


def collect(args):
    detector, outline = exported('base-detector'), exported('obstacle-outline')
    files = [file for file in sorted(glob.glob(os.path.join(args.inputs[0], '*.json'))) if is_truth(file)]
    random.Random(5).shuffle(files)
    features, abouts = [], []
    for file in files[:args.count]:
        rng = random.Random(os.path.basename(file))
        np.random.seed(rng.getrandbits(31))
        pic = Picture(file, rng, True)
        for peak, at, kind, is_under in places(pic, detector, rng):
            crops = crops_at(pic, at, rng)
            if crops is None:
                continue
            with torch.no_grad():
                far = outline.features(crops)[1]
            features.append(torch.cat([far[:, :, 2:6, 2:6].mean((2, 3)), far.mean((2, 3))], 1).numpy())
            abouts += [(kind, is_under, peak)] * CROPS
    os.makedirs(os.path.dirname(args.out), exist_ok=True)
    np.savez(args.out, features=np.concatenate(features).astype(np.float16), abouts=np.array(abouts))
    print(f'{len(abouts) // CROPS} places on {len(files[:args.count])} tables, {sum(kind >= 0 for kind, _, _ in abouts) // CROPS} of obstacles')


def teach(args):
    loaded = [np.load(file) for file in args.inputs]
    x = torch.from_numpy(np.concatenate([one['features'] for one in loaded]).astype(np.float32))
    kind, is_under = torch.from_numpy(np.concatenate([one['abouts'] for one in loaded])[:, :2]).long().T
    torch.manual_seed(0)
    mean, spread = x.mean(0), x.std(0) + 1e-3
    head = nn.Sequential(nn.Linear(x.shape[1], HIDDEN), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(HIDDEN, 1 + len(KINDS)))
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    is_there = kind >= 0
    weight = torch.where(is_there & (is_under > 0), UNDER_A_BASE, 1.0)
    steps = 0
    for _ in range(EPOCHS):
        for some in torch.randperm(len(x)).split(BATCH):
            out = head((x[some] - mean) / spread)
            loss = (F.binary_cross_entropy_with_logits(out[:, 0], is_there[some].float(), reduction='none') * weight[some]).mean()
            known = is_there[some]
            if known.any():
                loss = loss + OF_KIND * F.cross_entropy(out[known, 1:], kind[some][known])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            steps += 1
    net = exported('obstacle-outline')
    with torch.no_grad():  # the net's own first layer takes the features as they are
        first, last = net.cls[0], net.cls[2]
        first.weight.copy_(head[0].weight / spread)
        first.bias.copy_(head[0].bias - (head[0].weight / spread) @ mean)
        last.weight.copy_(head[3].weight)
        last.bias.copy_(head[3].bias)
    os.makedirs(os.path.dirname(args.out), exist_ok=True)
    torch.save({'ema': net.state_dict(), 'step': steps}, args.out)
    print(f'{len(x)} crops, {steps} steps')


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('what', choices=['collect', 'teach'])
    ap.add_argument('inputs', nargs='+')
    ap.add_argument('--out', required=True)
    ap.add_argument('--count', type=int, default=300)
    args = ap.parse_args()
    torch.set_num_threads(1)
    {'collect': collect, 'teach': teach}[args.what](args)


if __name__ == '__main__':
    main()
