"""The game's sizes, mm and degrees, from sizes.json, which src/pieces/dimensions.ts prints (`npm run analyse -- training-sizes`)."""
import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'sizes.json'), encoding='utf-8') as _file:
    _SIZES = json.load(_file)

HALF_MM = {size: side / 2 for size, side in _SIZES['baseSideMm'].items()}
TILE_MM = {size: tuple(sides) for size, sides in _SIZES['tileMm'].items()}  # width x length
TILE_TOP_MM = _SIZES['tileTopMm']
GUIDE_CENTRE_MM = (_SIZES['guide']['innerMm'] + _SIZES['guide']['outerMm']) / 2
GUIDE_HALF_WIDTH_MM = (_SIZES['guide']['outerMm'] - _SIZES['guide']['innerMm']) / 2
GUIDE_OUT_MM = _SIZES['guide']['protrusionMm']
GUIDE_HIGH_MM = _SIZES['guide']['heightMm']
HALF_ARC_DEG = {size: angle / 2 for size, angle in _SIZES['frontArcDeg'].items()}
CURVES = [(radius, 45) for radius in _SIZES['bankRadiusMm']] + [(radius, 90) for radius in _SIZES['turnRadiusMm']]  # middle line mm, degrees
STRAIGHT_STEP_MM = _SIZES['straightStepMm']
TEMPLATE_WIDTH_MM = _SIZES['templateWidthMm']
RULER_WIDTH_MM = _SIZES['rulerWidthMm']
MAT_MM = _SIZES['matMm']
