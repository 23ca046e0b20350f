"""Measures whether truth and picture agree: renders glowing spheres at known places through the same code as every picture and
prints how far their centroids lie from where the truth's camera says.

  /usr/bin/python3 check_projection.py DIR      (DIR written by render_tables.py --probes)

The expected place is the projection of the sphere's surface, not of its centre: a sphere off the axis shows as an ellipse whose
middle is not the picture of the sphere's middle."""

import glob
import json
import sys

import cv2
import numpy as np

RADIUS_MM = 2.0


def expected_centroid(centre, k, distortion, r, t):
    """Centroid of the silhouette of a probe, by projecting its rim as the camera sees it."""
    eye = -r.T @ t
    axis = centre - eye
    away = np.linalg.norm(axis)
    axis = axis / away
    side = np.cross(axis, [0.0, 0.0, 1.0]) if abs(axis[2]) < 0.999 else np.array([1.0, 0, 0])
    side /= np.linalg.norm(side)
    up = np.cross(axis, side)
    rim_radius, rim_back = RADIUS_MM * np.sqrt(1 - (RADIUS_MM / away) ** 2), RADIUS_MM ** 2 / away
    a = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    rim = centre - axis * rim_back + rim_radius * (np.cos(a)[:, None] * side + np.sin(a)[:, None] * up)
    pixels = cv2.projectPoints(rim[:, None], cv2.Rodrigues(r)[0], t, k, distortion)[0].reshape(-1, 2)
    moments = cv2.moments((pixels * 1).astype(np.float32)[:, None])
    return np.array([moments['m10'] / moments['m00'], moments['m01'] / moments['m00']])


def main(folder):
    errors = []
    for path in sorted(glob.glob(folder + '/cycles-*.json')):
        with open(path, encoding='utf-8') as file:
            truth = json.load(file)
        light = np.load(path.replace('.json', '.npy')).max(2)
        k, d = np.array(truth['camera']['k']), np.array(truth['camera']['distortion'])
        r, t = np.array(truth['camera']['r']), np.array(truth['camera']['tMm'])
        for centre in np.array(truth['probesMm']):
            expected = expected_centroid(centre, k, d, r, t)
            x, y = np.round(expected).astype(int)
            reach = 6
            if x < reach or y < reach or x >= truth['widthPx'] - reach or y >= truth['heightPx'] - reach:
                continue
            patch = light[y - reach:y + reach + 1, x - reach:x + reach + 1].astype(float)
            if patch.max() < 25:
                continue  # hidden by a miniature
            weight = np.maximum(patch - np.median(patch), 0)
            weight[weight < 1] = 0
            ys, xs = np.mgrid[y - reach:y + reach + 1, x - reach:x + reach + 1]
            found = np.array([(xs * weight).sum(), (ys * weight).sum()]) / weight.sum()
            errors.append(found - expected)
    errors = np.array(errors)
    if not len(errors):
        print('no probe seen')
        return 1
    norm = np.linalg.norm(errors, axis=1)
    print(f'{len(errors)} probes: mean offset ({errors[:, 0].mean():+.4f}, {errors[:, 1].mean():+.4f}) px, '
          f'p50 {np.percentile(norm, 50):.4f} px, p95 {np.percentile(norm, 95):.4f} px, worst {norm.max():.4f} px')
    # a sphere half hidden by a miniature, and the render's own noise, spread the single values; a wrong camera moves them all
    return 0 if np.abs(errors.mean(0)).max() < 0.03 and np.percentile(norm, 50) < 0.1 else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
