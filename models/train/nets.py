"""The nets: three small encoder-decoders with an additive decoder, one that reads strips, and one that reads sides.

mat-finder      whole frame, long side 224 px, stride 4: where the mat is, its border as vectors, its corners
base-detector   rectified picture at 0.5 px/mm, stride 4: base centres by size, offset, heading; mat border; obstacle masks
base-keypoints  one crop per base, 128 x 128 at 1.25 px/mm: 16 keypoints with their spread, a base score and its size
mat-edge        strips across the mat's border, 16 mm across it (48 px), 32 mm along it (16 px): where the edge is, with its spread
frame           the frame itself, bases 14 to 220 px wide, stride 4: their middles by size, corners of their feet, masks of all that lies about and of the mat
obstacle-outline one crop per place, 128 x 128 at 1 px/mm, stride 4: whether an obstacle lies in its middle, its kind, and a mask of all obstacles
base-size       one crop per base, cut so that all are equally large: of which size it is
base-sides      two crops per base, square on it, at the height of its foot and of its tile: where the sides of both are seen
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

from pictures import SIDE_PX, SIDE_REACH, STRIP_PX

KEYPOINTS = 16
SIDES = 16


def conv(i, o, k=3, s=1, groups=1, act=True):
    layers = [nn.Conv2d(i, o, k, s, k // 2, groups=groups, bias=False), nn.BatchNorm2d(o)]
    if act:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class Residual(nn.Module):
    """Two plain convolutions and a shortcut: trains about three times as fast on a CPU as inverted residuals of the same arithmetic."""

    def __init__(self, i, o, s=1):
        super().__init__()
        self.body = nn.Sequential(conv(i, o, 3, s), conv(o, o, 3, act=False))
        self.short = nn.Identity() if s == 1 and i == o else conv(i, o, 1, s, act=False)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(self.body(x) + self.short(x))


def up(y):
    return F.interpolate(y, scale_factor=2.0, mode='nearest')


class Trunk(nn.Module):
    """Features at stride 4 (48 channels) and at stride 16 (96 channels) from RGB 0..1."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 5, 2), conv(16, 32, 3, 2))
        self.near = nn.Sequential(Residual(32, 32), Residual(32, 32))
        self.middle = nn.Sequential(Residual(32, 64, 2), Residual(64, 64))
        self.far = nn.Sequential(Residual(64, 96, 2), Residual(96, 96))
        self.lateral = nn.ModuleList([nn.Conv2d(32, 48, 1), nn.Conv2d(64, 48, 1), nn.Conv2d(96, 48, 1)])
        self.join = conv(48, 48)

    def deep(self, far):
        return far

    def forward(self, x):
        return self.read(*self.features(x))

    def features(self, x):
        near, middle, far = self.levels(x)
        return self.joined(near, middle, far), far

    def levels(self, x):
        near = self.near(self.stem((x - 0.45) * 4.0))
        middle = self.middle(near)
        return near, middle, self.deep(self.far(middle))

    def joined(self, near, middle, far):
        y = self.join(self.lateral[1](middle) + up(self.lateral[2](far)))
        return self.lateral[0](near) + up(y)


class MatFinder(Trunk):
    """(n, 3, h, w) 0..1 -> (n, 5, h/4, w/4): mask logit, border logit, vector to the nearest border point (2, in cells), corner logit."""

    def __init__(self):
        super().__init__()
        self.wide = nn.Sequential(Residual(96, 96, 2), Residual(96, 96))
        self.head = nn.Sequential(conv(48, 48), nn.Conv2d(48, 5, 1))

    def deep(self, far):
        # The mat is seen as a whole only from further away than the bases are.
        return far + F.interpolate(self.wide(far), scale_factor=2.0, mode='nearest')

    def read(self, near, far):
        return self.head(near)


class Lying(nn.Module):
    """What lies about, from the trunk's own levels: what finds bases has thrown it away by the time its maps are joined."""

    def __init__(self):
        super().__init__()
        self.lateral = nn.ModuleList([nn.Conv2d(32, 32, 1), nn.Conv2d(64, 32, 1), nn.Conv2d(96, 32, 1)])
        self.join = Residual(32, 32)
        self.maps = nn.Sequential(Residual(32, 32), nn.Conv2d(32, 3, 1))
        self.maps[1].bias.data[:] = -4.0

    def forward(self, near, middle, far):
        y = self.join(self.lateral[1](middle) + up(self.lateral[2](far)))
        return self.maps(F.relu(self.lateral[0](near) + up(y)))


class BaseDetector(Trunk):
    """(n, 3, h, w) -> (n, 16, h/4, w/4): 3 centre logits, offset (2, cells), heading sin cos, border logit, border vector (2, cells), 3 obstacle logits,
    then logits of straight templates and rulers, of curved templates, of cards."""

    def __init__(self):
        super().__init__()
        self.head = nn.Sequential(conv(48, 48), nn.Conv2d(48, 13, 1))
        self.head[1].bias.data[:3] = -4.0
        self.lying = Lying()
        # What the joined maps say of obstacles, put right.
        self.obstacles = Lying()
        for zeroed in self.obstacles.maps[1].parameters():
            zeroed.data[:] = 0.0

    def features(self, x):
        levels = self.levels(x)
        return self.joined(*levels), levels

    def read(self, near, levels):
        standing, obstacles = self.head(near).split([10, 3], 1)
        return torch.cat([standing, obstacles + self.obstacles(*levels), self.lying(*levels)], 1)


class FrameNet(Trunk):
    """(n, 3, h, w) 0..1, multiples of 32 -> (n, 19, h/4, w/4): centre logits by size (3); corners of the foot from the cell, in units of eight cells (8), and their
    log spread, cells (1); logits of obstacles, of templates and rulers, of cards, of the mat (4); border logit and vector, cells (3)."""

    def __init__(self):
        super().__init__()
        self.wide = nn.Sequential(Residual(96, 96, 2), Residual(96, 96))
        self.bases = nn.Sequential(conv(48, 64), nn.Conv2d(64, 12, 1))
        self.bases[1].bias.data[:3] = -4.0
        self.lying = nn.Sequential(conv(48, 48), nn.Conv2d(48, 7, 1))

    def deep(self, far):
        return far + F.interpolate(self.wide(far), scale_factor=2.0, mode='nearest')

    def read(self, near, far):
        return torch.cat([self.bases(near), self.lying(near)], 1)


class BaseKeypoints(Trunk):
    """(n, 3, 128, 128) -> keypoints (n, 16, 2) in crop px, log sigma (n, 16), class logits (n, 4): base, small, medium, large."""

    def __init__(self):
        super().__init__()
        self.maps = nn.Sequential(conv(48, 48), nn.Conv2d(48, 4 * KEYPOINTS, 1))
        self.cls = nn.Sequential(nn.Linear(96, 48), nn.ReLU(inplace=True), nn.Linear(48, 4))
        ramp = torch.arange(32, dtype=torch.float32) * 4.0 + 1.5
        grid = torch.stack([ramp.view(1, 32).expand(32, 32).reshape(-1), ramp.view(32, 1).expand(32, 32).reshape(-1)], 1)
        self.register_buffer('grid', grid)

    def read(self, near, far):
        maps = self.maps(near).flatten(2)
        heat = torch.softmax(maps[:, :KEYPOINTS], 2)
        # Each cell votes for its own middle and how far from it the keypoint lies.
        votes = torch.stack([(heat * maps[:, k * KEYPOINTS:(k + 1) * KEYPOINTS]).sum(2) for k in (1, 2, 3)], 2)
        at = torch.matmul(heat, self.grid) + 4 * votes[..., 1:]
        log_sigma = votes[..., 0]
        classes = self.cls(far.mean((2, 3)))
        # The heat maps' logits are needed by the loss alone: they teach where to look long before the mean place is right.
        return (at, log_sigma, classes, maps[:, :KEYPOINTS]) if self.training else (at, log_sigma, classes)


class ObstacleOutline(Trunk):
    """(n, 3, 128, 128) -> class logits (n, 4): an obstacle in the middle, asteroid, debris, gas; logits of obstacles (n, 32, 32)."""

    def __init__(self):
        super().__init__()
        self.mask = nn.Sequential(conv(48, 48), nn.Conv2d(48, 1, 1))
        self.cls = nn.Sequential(nn.Linear(192, 64), nn.ReLU(inplace=True), nn.Linear(64, 4))

    def read(self, near, far):
        return self.cls(torch.cat([far[:, :, 2:6, 2:6].mean((2, 3)), far.mean((2, 3))], 1)), self.mask(near).squeeze(1)


class AlongResidual(Residual):
    """A residual block that halves the strip along the border and keeps every pixel across it."""

    def __init__(self, i, o):
        super().__init__(i, o, (2, 1))


class BaseSize(nn.Module):
    """(n, 3, 96, 96) -> logits of the sizes (n, 3): of a crop cut to its base, whose size shows in what it has of one width only, its guides, hashmarks and walls."""

    def __init__(self):
        super().__init__()
        trunk = Trunk()
        self.stem, self.near, self.middle = trunk.stem, trunk.near, trunk.middle
        self.deep = nn.Sequential(Residual(64, 64, 2), Residual(64, 64))
        self.size = nn.Sequential(nn.Dropout(0.3), nn.Linear(128, 48), nn.ReLU(inplace=True), nn.Linear(48, 3))

    def forward(self, x):
        return self.read(*self.features(x))

    def features(self, x):
        y = self.deep(self.middle(self.near(self.stem((x - 0.45) * 4.0))))
        return y, y

    def read(self, y, _):
        return self.size(torch.cat([y.mean((2, 3)), y.amax((2, 3))], 1))


class MatEdge(nn.Module):
    """(n, 3, 16, 48) -> place of the mat's edge across each strip (n), in px; its log spread (n); logit that the edge is there (n)."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 5, (2, 1)), AlongResidual(16, 24), AlongResidual(24, 32), Residual(32, 32), Residual(32, 32))
        self.maps = nn.Conv2d(32, 2, 1)
        self.there = nn.Sequential(nn.Linear(64, 32), nn.ReLU(inplace=True), nn.Linear(32, 1))
        self.register_buffer('ramp', torch.arange(STRIP_PX[0], dtype=torch.float32))

    def forward(self, x):
        return self.read(*self.features(x))

    def features(self, x):
        y = self.body((x - 0.45) * 4.0).mean(2)
        return y, y

    def read(self, y, _):
        maps = self.maps(y[:, :, None]).squeeze(2)
        heat = torch.softmax(maps[:, 0], 1)
        at = (heat * self.ramp).sum(1)
        log_sigma = (heat * maps[:, 1]).sum(1)
        there = self.there(torch.cat([y.mean(2), y.amax(2)], 1)).squeeze(1)
        return (at, log_sigma, there, maps[:, 0]) if self.training else (at, log_sigma, there)


class BaseSides(Trunk):
    """(n, 8, 112, 112) -> how far from the crop's middle each side is seen, crop px (n, 16), and the log spread of that (n, 16).

    The crop is square on a base, forward is up: RGB as seen on the table's plane, RGB as seen on the plane of a tile's top, and how far
    a millimetre of height is moved to the right and up by the view (mm, two constant planes). The sides: front, right, rear, left of the foot, then
    of the printed tile; of each the places a quarter and three quarters along it, clockwise.
    """

    def __init__(self):
        super().__init__()
        self.stem[0] = conv(8, 16, 5, 2)
        self.maps = nn.Sequential(conv(48, 48), nn.Conv2d(48, 3 * SIDES, 1))
        n = SIDE_PX // 4
        ramp = (torch.arange(n, dtype=torch.float32) * 4 + 1.5 - (SIDE_PX - 1) / 2)
        right, up = ramp.view(1, n).expand(n, n), -ramp.view(n, 1).expand(n, n)
        half = SIDE_PX / 2 / SIDE_REACH
        out, masks = [], []
        for i in range(SIDES):
            outward, along = [(up, right), (right, -up), (-up, -right), (-right, up)][i // 2 % 4]
            out.append(outward.reshape(-1))
            near = ((outward - half).abs() < 17) & (along.abs() < half + 4) & ((along < 0) if i % 2 == 0 else (along > 0))
            masks.append(torch.where(near, 0.0, -1e4).reshape(-1))
        self.register_buffer('outward', torch.stack(out))
        self.register_buffer('beside', torch.stack(masks))

    def read(self, near, far):
        maps = self.maps(near).flatten(2)
        heat = torch.softmax(maps[:, :SIDES] + self.beside, 2)
        # Each cell along a side votes for how far outside of it the edge lies.
        at = (heat * (self.outward + 4 * maps[:, SIDES:2 * SIDES])).sum(2)
        log_sigma = (heat * maps[:, 2 * SIDES:]).sum(2)
        return (at, log_sigma, heat) if self.training else (at, log_sigma)


NETS = {'frame': FrameNet, 'mat-finder': MatFinder, 'base-detector': BaseDetector, 'base-keypoints': BaseKeypoints, 'mat-edge': MatEdge, 'base-sides': BaseSides, 'obstacle-outline': ObstacleOutline, 'base-size': BaseSize}
