"""Trains one net by a recipe (recipe.py); what was broken off goes on from its checkpoint.

    python3 train.py recipes/base-detector.toml --runs RUNS

On one thread of one kind of processor the same pictures and steps give the same weights, bit for bit, unless they were broken off.
"""
import argparse
import math
import os
import time

os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')  # small products, many processes: threads only wait for each other

import numpy as np
import torch
import torch.nn.functional as F

from export import SHAPES
from nets import NETS
from recipe import folders, missing, read_recipe, stored_export
from resume import exported_net, load_onnx
from samples import samples

# Making a sample costs more than learning from it: each is used about REUSE times, out of a pool that mixes many pictures.
POOL = {'frame': 1800, 'mat-finder': 1200, 'base-detector': 2500, 'base-keypoints': 3000, 'mat-edge': 12000, 'base-sides': 3000, 'obstacle-outline': 3000, 'base-size': 6000}
POOL_ON_GPU = 8
REUSE = 3
MIN_POOL = 60
CHUNK = 8
VALIDATION = {'frame': 96, 'mat-finder': 96, 'base-detector': 96, 'base-keypoints': 256, 'mat-edge': 1600, 'base-sides': 384, 'obstacle-outline': 512, 'base-size': 600}
BATCH = {'frame': 12, 'mat-finder': 16, 'base-detector': 20, 'base-keypoints': 24, 'mat-edge': 128, 'base-sides': 24, 'obstacle-outline': 24, 'base-size': 64}


def mat_loss(out, t):
    weight = t[:, 5]
    seen = (t[:, 1] > 0.01).float() * weight
    mask = (F.binary_cross_entropy_with_logits(out[:, 0], t[:, 0], reduction='none') * weight).mean()
    border = (F.binary_cross_entropy_with_logits(out[:, 1], t[:, 1], reduction='none') * weight).mean()
    vec = ((out[:, 2:4] - t[:, 2:4]).abs().sum(1).clamp(max=6) * seen).sum() / seen.sum().clamp(min=1)
    corner = (F.binary_cross_entropy_with_logits(out[:, 4], t[:, 4], reduction='none') * weight).mean()
    return mask + 3 * border + 0.3 * vec + 5 * corner, {'mask': mask, 'border': border, 'vec': vec, 'corner': corner}


def detector_loss(out, t):
    heat, reg, regw, ok = t[:, :3], t[:, 3:7], t[:, 7], t[:, 8]
    p = torch.sigmoid(out[:, :3]).clamp(1e-5, 1 - 1e-5)
    hit = (heat > 0.97).float()
    n = hit.sum().clamp(min=1)
    focal = -(hit * (1 - p) ** 2 * p.log() + (1 - hit) * (1 - heat) ** 4 * p ** 2 * (1 - p).log())
    focal = (focal * ok[:, None]).sum() / n
    w = regw * ok
    m = w.sum().clamp(min=1)
    offset = ((out[:, 3:5] - reg[:, :2]).abs().sum(1) * w).sum() / m
    heading = ((out[:, 5:7] - reg[:, 2:]).abs().sum(1) * w).sum() / m
    border = (F.binary_cross_entropy_with_logits(out[:, 7], t[:, 9], reduction='none') * ok).mean()
    seen = (t[:, 9] > 0.02).float() * ok
    vec = ((out[:, 8:10] - t[:, 10:12]).abs().sum(1).clamp(max=6) * seen).sum() / seen.sum().clamp(min=1)
    obst = (F.binary_cross_entropy_with_logits(out[:, 10:13], t[:, 12:15], reduction='none') * ok[:, None]).mean()
    told = t[:, 18:] * ok[:, None]
    lying = (F.binary_cross_entropy_with_logits(out[:, 13:16], t[:, 15:18], reduction='none') * told).sum() / (3 * told.sum()).clamp(min=1)
    return focal + offset + heading + 5 * border + 0.5 * vec + 5 * obst + 5 * lying, {
        'focal': focal, 'offset': offset, 'heading': heading, 'border': border, 'vec': vec, 'obst': obst, 'lying': lying}


def frame_loss(out, t):
    heat, corners, width, judged = t[:, :3], t[:, 3:11], t[:, 11], t[:, 12]
    p = torch.sigmoid(out[:, :3]).clamp(1e-5, 1 - 1e-5)
    hit = (heat > 0.97).float()
    focal = -(hit * (1 - p) ** 2 * p.log() + (1 - hit) * (1 - heat) ** 4 * p ** 2 * (1 - p).log())
    focal = (focal * judged[:, None]).sum() / (hit * judged[:, None]).sum().clamp(min=1)
    w = (width > 0).float() * judged
    n = w.sum().clamp(min=1)
    log_sigma = out[:, 11].clamp(-4, 4)
    # In cells, and by the base's own width: a large base is not worth more than a small one.
    off = (out[:, 3:11] * 8 - corners).abs().mean(1)
    nll = ((off / log_sigma.exp() + log_sigma) * w).sum() / n
    relative = ((off / width.clamp(min=1)).clamp(max=2) * w).sum() / n
    ok = t[:, 20]
    masks = (F.binary_cross_entropy_with_logits(out[:, 12:16], t[:, 13:17], reduction='none') * ok[:, None]).mean()
    border = (F.binary_cross_entropy_with_logits(out[:, 16], t[:, 17], reduction='none') * ok).mean()
    seen = (t[:, 17] > 0.02).float() * ok
    vec = ((out[:, 17:19] - t[:, 18:20]).abs().sum(1).clamp(max=6) * seen).sum() / seen.sum().clamp(min=1)
    return focal + 0.5 * nll + 5 * relative + 5 * masks + 3 * border + 0.3 * vec, {
        'focal': focal, 'nll': nll, 'corner': relative, 'masks': masks, 'border': border, 'vec': vec}


def keypoint_loss(out, t):
    at, log_sigma, cls = out[:3]
    kp, weight, base, size = t[:, :32].view(-1, 16, 2), t[:, 32:48], t[:, 48], t[:, 49]
    log_sigma = log_sigma.clamp(-3, 4)
    err = ((at - kp) ** 2).sum(2).add(1e-4).sqrt()
    nll = err / log_sigma.exp() + 2 * log_sigma  # isotropic Laplace in the plane
    n = weight.sum().clamp(min=1)
    point = (nll * weight).sum() / n
    plain = (err.clamp(max=20) * weight).sum() / n
    score = F.binary_cross_entropy_with_logits(cls[:, 0], base)
    which = F.cross_entropy(cls[:, 1:], size.long().clamp(min=0), reduction='none')
    known = base * (size >= 0).float()
    which = (which * known).sum() / known.sum().clamp(min=1)
    spot = spot_loss(out[3], kp, weight) if len(out) > 3 else 0.0
    return point + 0.3 * plain + score + which + spot, {'nll': point, 'err': plain, 'score': score, 'size': which}


def spot_loss(logits, kp, weight):
    """Cross entropy of each keypoint's heat map (32 x 32 cells of 4 px) against a narrow spot at its true place."""
    ramp = torch.arange(32, dtype=torch.float32, device=kp.device) * 4 + 1.5
    gu = torch.exp(-((ramp - kp[..., :1]) / 4.5) ** 2 / 2)
    gv = torch.exp(-((ramp - kp[..., 1:]) / 4.5) ** 2 / 2)
    spot = (gv[..., :, None] * gu[..., None, :]).flatten(2)
    spot = spot / spot.sum(2, keepdim=True).clamp(min=1e-6)
    cross = -(spot * torch.log_softmax(logits, 2)).sum(2)
    return (cross * weight).sum() / weight.sum().clamp(min=1)


def edge_loss(out, t):
    at, log_sigma, there = out[:3]
    place, is_there = t[:, 0], t[:, 1]
    log_sigma = log_sigma.clamp(-3, 4)
    err = (at - place).abs()
    n = is_there.sum().clamp(min=1)
    nll = ((err / log_sigma.exp() + log_sigma) * is_there).sum() / n  # Laplace
    plain = (err * is_there).sum() / n
    score = F.binary_cross_entropy_with_logits(there, is_there)
    spot = 0.0
    if len(out) > 3:
        ramp = torch.arange(out[3].shape[1], dtype=torch.float32, device=at.device)
        near = torch.softmax(-((ramp - place[:, None]) / 1.2) ** 2 / 2, 1)
        spot = (-(near * torch.log_softmax(out[3], 1)).sum(1) * is_there).sum() / n
    return nll + 0.1 * plain + score + spot, {'nll': nll, 'err': plain, 'score': score}


def side_loss(out, t):
    at, log_sigma = out[:2]
    place, weight = t[:, :16], t[:, 16:]
    log_sigma = log_sigma.clamp(-3, 4)
    err = (at - place).abs()
    n = weight.sum().clamp(min=1)
    nll = ((err / log_sigma.exp() + log_sigma) * weight).sum() / n  # Laplace
    plain = (err.clamp(max=12) * weight).sum() / n
    spot = spread_loss(out[2], place, weight) if len(out) > 2 else 0.0
    return nll + 0.2 * plain + spot, {'nll': nll, 'err': plain}


def obstacle_loss(out, t):
    classes, mask = out
    is_there, known, kind = t[:, 0], t[:, 1], t[:, 2]
    cells, weight = t[:, 3:].view(-1, 2, 32, 32).unbind(1)
    there = (F.binary_cross_entropy_with_logits(classes[:, 0], is_there, reduction='none') * known).sum() / known.sum().clamp(min=1)
    which = F.cross_entropy(classes[:, 1:], kind.long().clamp(min=0), reduction='none')
    named = known * (kind >= 0).float()
    which = (which * named).sum() / named.sum().clamp(min=1)
    covered = (F.binary_cross_entropy_with_logits(mask, cells, reduction='none') * weight).sum() / weight.sum().clamp(min=1)
    return there + 0.3 * which + 3 * covered, {'there': there, 'kind': which, 'mask': covered}


def size_loss(out, t):
    which = F.cross_entropy(out, t[:, 0].long())
    return which, {'size': which, 'wrong': (out.argmax(1) != t[:, 0].long()).float().mean()}


def spread_loss(heat, place, weight):
    """How far from each side its heat lies, in cells: where to look is learned long before what to say there."""
    far = ((SIDES_OUT.to(heat.device) - place[..., None]).abs() / 4).clamp(max=3)
    return 0.3 * ((heat * far).sum(2) * weight).sum() / weight.sum().clamp(min=1)


SIDES_OUT = NETS['base-sides']().outward
LOSS = {'frame': frame_loss, 'mat-finder': mat_loss, 'base-detector': detector_loss, 'base-keypoints': keypoint_loss, 'mat-edge': edge_loss, 'base-sides': side_loss, 'obstacle-outline': obstacle_loss, 'base-size': size_loss}


class Stream(torch.utils.data.IterableDataset):
    """Fresh samples, their pixels as bytes."""

    def __init__(self, kind, folders, seed, part=None):
        self.kind, self.folders, self.seed, self.part = kind, folders, seed, part

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        for x, t in samples(self.kind, self.folders, self.seed * 1000 + (info.id if info else 0), self.part):
            yield (x * 255).astype(np.uint8), t


class Pool:
    """Batches from the samples that were made last; `loader` yields chunks of fresh ones."""

    def __init__(self, loader, size, batch, device):
        self.loader, self.size, self.batch, self.device = loader, size, batch, device
        self.chance = torch.Generator().manual_seed(1)
        self.pixels = self.targets = None
        self.filled, self.due = 0, 0.0

    def take(self):
        """The next batch: pixels 0..1 with a fresh exposure, targets."""
        self.due += self.batch / REUSE
        while self.due > 0 or self.filled < MIN_POOL:
            x, t = next(self.loader)
            if self.pixels is None:
                self.pixels = torch.empty((self.size, *x.shape[1:]), dtype=torch.uint8, device=self.device)
                self.targets = torch.empty((self.size, *t.shape[1:]), device=self.device)
            grown = min(self.size - self.filled, len(x))
            at = torch.cat([torch.arange(self.filled, self.filled + grown), torch.randint(self.size, (len(x) - grown,), generator=self.chance)])
            self.pixels[at], self.targets[at] = x.to(self.device), t.to(self.device)
            self.filled += grown
            self.due -= len(x)
        drawn = torch.randint(self.filled, (self.batch,), generator=self.chance).to(self.device)
        return again(self.pixels[drawn].float() / 255, self.chance), self.targets[drawn]


def again(x, chance):
    """A fresh exposure, order of colours and noise for samples that were seen before (n, channels, h, w)."""
    n, looks = len(x), x.shape[1] // 3

    def drawn(low, high):
        return (low + (high - low) * torch.rand(n, generator=chance)).to(x.device).view(n, 1, 1, 1)

    colours = x[:, :3 * looks]  # what follows the colours is no light
    order = torch.stack([torch.randperm(3, generator=chance) if torch.rand(1, generator=chance) < 0.3 else torch.arange(3) for _ in range(n)])
    order = (order[:, None] + 3 * torch.arange(looks)[None, :, None]).reshape(n, -1).to(x.device)
    colours = torch.gather(colours, 1, order[..., None, None].expand_as(colours)) * drawn(0.8, 1.2) + drawn(-0.05, 0.05)
    colours = colours + torch.randn_like(colours) * drawn(0.005, 0.03) * (drawn(0, 1) < 0.3)
    return torch.cat([colours, x[:, 3 * looks:]], 1).clamp(0, 1)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('recipe')
    ap.add_argument('--runs', default='../../runs', help='folder of pictures and checkpoints')
    ap.add_argument('--threads', type=int, default=1)
    ap.add_argument('--device', default='cpu')
    ap.add_argument('--workers', type=int, default=1, help='processes that make samples')
    ap.add_argument('--minutes', type=float, default=math.inf, help='a leg ends after so long, with its rate, though its steps are not done')
    args = ap.parse_args()
    recipe = read_recipe(args.recipe)
    commands = missing(recipe, args.runs)
    if commands:
        raise SystemExit('pictures are missing; in the repository, run\n' + '\n'.join(commands))
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    torch.backends.cudnn.benchmark = True
    out = os.path.join(args.runs, os.path.splitext(recipe['file'])[0])
    os.makedirs(out, exist_ok=True)
    begin = stored_export(recipe['from'], args.runs) if 'from' in recipe else None
    for number, leg in enumerate(recipe['legs'], 1):
        begin = train(recipe['net'], leg, begin, os.path.join(out, f'leg-{number}.pt'), args)


def train(name, leg, begin, path, args):
    """One leg, from `begin` (an export, a checkpoint or nothing) or from its own checkpoint at `path`, which it returns."""
    torch.manual_seed(1)
    net = NETS[name]().to(args.device).to(memory_format=torch.channels_last)
    only, steps, top_rate = leg.get('only'), leg['steps'], leg.get('rate', 2e-3)
    part = getattr(net, only) if only else net
    opt = torch.optim.AdamW(part.parameters(), lr=top_rate, weight_decay=1e-4)
    saved = torch.load(path, map_location=args.device) if os.path.exists(path) else None
    if saved and saved['step'] >= saved['began'] + steps:
        return path
    step = saved['step'] if saved else 0
    batch = leg.get('batch', BATCH[name])
    pictures = folders(args.runs, leg['pictures'])
    loader = iter(torch.utils.data.DataLoader(Stream(name, pictures, step + 1, only), batch_size=CHUNK, num_workers=args.workers, prefetch_factor=6))
    pool = Pool(loader, POOL[name] * (1 if args.device == 'cpu' else POOL_ON_GPU), batch, args.device)
    if saved:
        net.load_state_dict(saved['net'])
        opt.load_state_dict(saved['opt'])
    elif begin and begin.endswith('.onnx'):
        source = exported_net(begin)
        if source == name:
            step = load_onnx(net, begin, pool.take()[0], [part] if only else [])
        else:  # another net's trunk
            other = NETS[source]().to(args.device)
            load_onnx(other, begin, torch.rand(SHAPES[source]).to(args.device))
            net.load_state_dict(taken_over(net.state_dict(), other.state_dict()))
    elif begin:
        other = torch.load(begin, map_location=args.device)
        net.load_state_dict(taken_over(net.state_dict(), other['ema']))
        step = other['step'] if other.get('name') == name else 0
    if only:
        net.eval()
        part.train()
    ema = saved['ema'] if saved else {k: v.clone() for k, v in net.state_dict().items()}
    began = saved['began'] if saved else step
    val_stream = samples(name, folders(args.runs, dict.fromkeys(leg['validation'], 1)), 7, only)
    val = [next(val_stream) for _ in range(VALIDATION[name])]
    start = time.time()
    sums, count, last = {}, 0, time.time()
    while (done := max((step - began) / steps, (time.time() - start) / 60 / args.minutes)) < 1:
        rate = top_rate * min(1, (step - began + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        for g in opt.param_groups:
            g['lr'] = rate
        x, t = pool.take()
        x = x.to(memory_format=torch.channels_last)
        # Half the time where the processor has it: the trunk's convolutions in bfloat16, everything that is read as a number in float32.
        with torch.autocast(args.device, dtype=torch.bfloat16, enabled=has_bfloat16(args.device)), torch.set_grad_enabled(not only):
            near, far = net.features(x)
        far = tuple(level.float() for level in far) if isinstance(far, tuple) else far.float()
        loss, parts = LOSS[name](net.read(near.float(), far), t)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(part.parameters(), 5.0)
        opt.step()
        step += 1
        decay = min(0.998, (step - began) / (step - began + 9))
        with torch.no_grad():
            for k, v in net.state_dict().items():
                if v.dtype.is_floating_point:
                    ema[k].mul_(decay).add_(v, alpha=1 - decay)
                else:
                    ema[k].copy_(v)
        for k, v in parts.items():
            sums[k] = sums.get(k, 0) + float(v)
        count += 1
        if time.time() - last > 60:
            print(f'{(time.time() - start) / 60:.1f} min step {step} ' + ' '.join(f'{k} {v / count:.3f}' for k, v in sums.items()), f'{count * batch / (time.time() - last):.0f}/s', flush=True)
            sums, count, last = {}, 0, time.time()
            if int((time.time() - start) / 60) % 5 == 0:
                save(path, name, net, opt, ema, step, began)
                validate(name, args.device, ema, val)
    save(path, name, net, opt, ema, step, began)
    validate(name, args.device, ema, val)
    return path


def has_bfloat16(device):
    """Whether bfloat16 makes it faster: a processor without it imitates it, many times slower."""
    if device != 'cpu':
        return True
    with open('/proc/cpuinfo', encoding='ascii', errors='replace') as about:
        return 'avx512' in about.read()


def taken_over(own, other):
    """Another net's weights where they fit; one that looks at more pictures than the other begins with the mean of what that saw in one."""
    out = dict(own)
    for name, old in other.items():
        new = own.get(name)
        if new is None:
            continue
        if new.shape == old.shape:
            out[name] = old
        elif name == 'stem.0.0.weight':
            looks = new.shape[1] // old.shape[1]
            out[name] = torch.zeros_like(new)
            out[name][:, :looks * old.shape[1]] = old.repeat(1, looks, 1, 1) / looks
    return out


def save(path, name, net, opt, ema, step, began):
    torch.save({'name': name, 'net': net.state_dict(), 'opt': opt.state_dict(), 'ema': ema, 'step': step, 'began': began}, path + '.tmp')
    os.replace(path + '.tmp', path)


def validate(name, device, ema, val):
    net = NETS[name]().to(device)
    net.load_state_dict(ema)
    net.eval()
    sums, n = {}, 0
    with torch.no_grad():
        for i in range(0, len(val), 16):
            x = torch.from_numpy(np.stack([v[0] for v in val[i:i + 16]])).to(device)
            t = torch.from_numpy(np.stack([v[1] for v in val[i:i + 16]])).to(device)
            for k, v in LOSS[name](net(x), t)[1].items():
                sums[k] = sums.get(k, 0) + float(v)
            n += 1
    print('   validation ' + ' '.join(f'{k} {v / n:.3f}' for k, v in sums.items()), flush=True)


if __name__ == '__main__':
    main()
