"""The three nets, all small encoder-decoders of inverted-residual blocks (MobileNetV2) with an additive decoder.

mat-finder      whole frame, stride 4: where the mat is, its border as vectors, its corners
base-detector   rectified picture at 1 px/mm, stride 4: base centres by size, offset, heading; mat border; obstacle masks
base-keypoints  one crop per base, 128 x 128 at 1.25 px/mm: 16 keypoints with their spread, a base score and its size
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

KEYPOINTS = 16


def conv(i, o, k=3, s=1, groups=1, act=True):
    layers = [nn.Conv2d(i, o, k, s, k // 2, groups=groups, bias=False), nn.BatchNorm2d(o)]
    if act:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class Inverted(nn.Module):
    """Inverted residual: expand, depthwise, project."""

    def __init__(self, i, o, s=1, expand=3):
        super().__init__()
        m = i * expand
        self.body = nn.Sequential(conv(i, m, 1), conv(m, m, 3, s, groups=m), conv(m, o, 1, act=False))
        self.skip = s == 1 and i == o

    def forward(self, x):
        y = self.body(x)
        return x + y if self.skip else y


class EncoderDecoder(nn.Module):
    """Feature map at stride 4 from an RGB picture whose sides are multiples of 32."""

    def __init__(self, widths, depths, mid, expand=3):
        super().__init__()
        self.stem = conv(3, widths[0], 3, 2)
        self.levels = nn.ModuleList()
        self.lateral = nn.ModuleList()
        i = widths[0]
        for n, (w, d) in enumerate(zip(widths, depths)):
            blocks = [Inverted(i, w, 1 if n == 0 else 2, expand)] + [Inverted(w, w, 1, expand) for _ in range(d - 1)]
            self.levels.append(nn.Sequential(*blocks))
            self.lateral.append(nn.Conv2d(w, mid, 1))
            i = w
        self.smooth = nn.ModuleList([Inverted(mid, mid, 1, 2) for _ in widths])

    def forward(self, x):
        x = self.stem(x)
        feats = []
        for level in self.levels:
            x = level(x)
            feats.append(x)
        y = None
        for n in range(len(feats) - 1, 0, -1):
            z = self.lateral[n](feats[n])
            if y is not None:
                z = z + F.interpolate(y, scale_factor=2.0, mode='bilinear', align_corners=False)
            y = self.smooth[n](z)
        return y, feats[-1]


class MatFinder(nn.Module):
    """(n, 3, h, w) 0..1 -> (n, 5, h/4, w/4): mask logit, border logit, vector to the nearest border point (2, in cells), corner logit."""

    def __init__(self):
        super().__init__()
        self.body = EncoderDecoder([16, 24, 40, 64, 96], [1, 2, 2, 3, 3], 48)
        self.head = nn.Sequential(conv(48, 48), nn.Conv2d(48, 5, 1))

    def forward(self, x):
        y, _ = self.body((x - 0.45) * 4.0)
        return self.head(y)


class BaseDetector(nn.Module):
    """(n, 3, h, w) -> (n, 13, h/4, w/4): 3 centre logits, offset (2, cells), heading sin cos, border logit, border vector (2, cells), 3 obstacle logits."""

    def __init__(self):
        super().__init__()
        self.body = EncoderDecoder([16, 24, 40, 64, 96], [1, 2, 3, 3, 2], 48)
        self.head = nn.Sequential(conv(48, 64), nn.Conv2d(64, 13, 1))
        self.head[1].bias.data[:3] = -4.0

    def forward(self, x):
        y, _ = self.body((x - 0.45) * 4.0)
        return self.head(y)


class Residual(nn.Module):
    """Two plain convolutions and a shortcut: trains about three times as fast on a CPU as inverted residuals of the same arithmetic."""

    def __init__(self, i, o, s=1):
        super().__init__()
        self.body = nn.Sequential(conv(i, o, 3, s), conv(o, o, 3, act=False))
        self.short = nn.Identity() if s == 1 and i == o else conv(i, o, 1, s, act=False)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.body(x) + self.short(x))


class BaseKeypoints(nn.Module):
    """(n, 3, 128, 128) -> keypoints (n, 16, 2) in crop px, log sigma (n, 16), class logits (n, 4): base, small, medium, large."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 5, 2), conv(16, 32, 3, 2))
        self.near = nn.Sequential(Residual(32, 32), Residual(32, 32))
        self.middle = nn.Sequential(Residual(32, 64, 2), Residual(64, 64))
        self.far = nn.Sequential(Residual(64, 96, 2), Residual(96, 96))
        self.lateral = nn.ModuleList([nn.Conv2d(32, 48, 1), nn.Conv2d(64, 48, 1), nn.Conv2d(96, 48, 1)])
        self.join = conv(48, 48)
        self.maps = nn.Sequential(conv(48, 48), nn.Conv2d(48, 2 * KEYPOINTS, 1))
        self.cls = nn.Sequential(nn.Linear(96, 48), nn.ReLU(inplace=True), nn.Linear(48, 4))
        ramp = torch.arange(32, dtype=torch.float32) * 4.0 + 1.5
        grid = torch.stack([ramp.view(1, 32).expand(32, 32).reshape(-1), ramp.view(32, 1).expand(32, 32).reshape(-1)], 1)
        self.register_buffer('grid', grid)

    def forward(self, x):
        near = self.near(self.stem((x - 0.45) * 4.0))
        middle = self.middle(near)
        far = self.far(middle)

        def up(y):
            return F.interpolate(y, scale_factor=2.0, mode='nearest')

        y = self.join(self.lateral[1](middle) + up(self.lateral[2](far)))
        maps = self.maps(self.lateral[0](near) + up(y)).flatten(2)
        heat = torch.softmax(maps[:, :KEYPOINTS], 2)
        at = torch.matmul(heat, self.grid)
        log_sigma = (heat * maps[:, KEYPOINTS:]).sum(2)
        classes = self.cls(far.mean((2, 3)))
        # The heat maps' logits are needed by the loss alone: they teach where to look long before the mean place is right.
        return (at, log_sigma, classes, maps[:, :KEYPOINTS]) if self.training else (at, log_sigma, classes)


NETS = {'mat-finder': MatFinder, 'base-detector': BaseDetector, 'base-keypoints': BaseKeypoints}
