"""The mat, the table under it, the room and its light."""

import glob
import math
import os

import bpy
import cv2
import numpy as np

import art
import mat_print
import materials
import noise
import solids
from sizes import MAT_MM

SHEETS = {'table': ['Wood', 'WoodFloor', 'Planks'], 'cloth': ['Fabric', 'Carpet', 'Rubber']}


def load_look(folder, drawn, held):
    """{'table': swatches, 'cloth': swatches, 'light': files, 'print': files, 'pattern': files} from the CC0 folder and art.py's; empty lists where there is none.

    Of the folder too one thing in five is kept out of training."""
    look = {'table': [], 'cloth': [], 'light': [], **drawn}
    if not folder:
        return look
    for use, names in SHEETS.items():
        for name in names:
            sheet = cv2.imread(os.path.join(folder, 'surfaces', name + '.webp'))
            if sheet is not None:
                cuts = _swatches(sheet[..., ::-1].astype(np.float32) / 255)
                look[use] += [cut for i, cut in enumerate(cuts) if (i % 5 == 0) == held]
    look['light'] = look['light'] + sorted(f for f in glob.glob(os.path.join(folder, 'light', '*.hdr')) if art.is_held(f) == held)
    return look


def _swatches(sheet):
    """Cuts a contact sheet into its pictures: blobs on the white ground, labels left out."""
    ink = (sheet.min(2) < 0.97).astype(np.uint8)
    ink = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((25, 25), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    cuts = [sheet[y + 4:y + h - 4, x + 4:x + w - 4] for x, y, w, h, _ in stats[1:] if 60 < w < 220 and 40 < h < 220]
    return [c for c in (_without_margin(cut) for cut in cuts) if min(c.shape[:2]) > 30]


def _without_margin(cut):
    """Drops rows and columns that are mostly the white paper of the sheet."""
    white = cut.min(2) > 0.95
    return cut[white.mean(1) < 0.3][:, white.mean(0) < 0.3][2:-2, 2:-2]


def add_mat(chance, look):
    """The mat, its top at z = 0 and its near left corner at the origin. Returns the table's truth and the kind of print."""
    base = chance.pick([MAT_MM, MAT_MM, MAT_MM, 900.0, 920.0])
    width, depth = base + chance.normal(0, 2.5), base + chance.normal(0, 2.5)
    thick = chance.uniform(1.5, 3.0)
    kind, picture = mat_print.paint_mat(chance.fork('print'), 1536, look['cloth'], look['print'], look['pattern'])
    finish = chance.pick(['cloth', 'neoprene', 'vinyl', 'paper'], [4, 4, 1.5, 1])
    roughness = {'cloth': 0.9, 'neoprene': 0.75, 'vinyl': chance.uniform(0.25, 0.45), 'paper': chance.uniform(0.3, 0.6)}[finish]
    weave = {'cloth': chance.uniform(0.5, 1.2), 'neoprene': 0.5, 'vinyl': 0.0, 'paper': 0.0}[finish]
    radius = chance.pick([0.4, 3.0, 8.0], [4, 3, 2])
    outline = [(x + width / 2, y + depth / 2) for x, y in solids.rounded_rectangle(width, depth, radius, 5)]
    mat = solids.link('mat', *solids.prism(outline, -thick, 0))
    mat.data.materials.append(materials.printed(
        'mat-print', picture, roughness, specular=0.5 if finish in ('vinyl', 'paper') else 0.2, weave_mm=weave,
        weave_strength=chance.uniform(0.02, 0.12), wrinkle=chance.uniform(0, 0.8) if finish != 'neoprene' else 0.05,
        sheen=chance.uniform(0, 0.5) if finish == 'cloth' else 0.0))
    mat.data.materials.append(materials.plain('mat-side', chance.pick([(0.02, 0.02, 0.02), (0.2, 0.2, 0.2), (0.6, 0.6, 0.6)]), 0.9))
    for polygon in mat.data.polygons:
        polygon.material_index = 0 if polygon.normal.z > 0.5 else 1
    solids.flat_uv(mat, width, depth, (width / 2, depth / 2))
    solids.bevel(mat, min(0.5, thick * 0.2), 2)
    return {'widthMm': round(width, 3), 'depthMm': round(depth, 3)}, {'kind': kind, 'finish': finish, 'thickMm': thick}


def add_table(chance, table, drop_mm, look, with_players=True):
    """Table top, floor, perhaps players' bodies. Returns how far the table reaches past the mat: left, right, near, far, mm."""
    w, d = table['widthMm'], table['depthMm']
    margins = [chance.uniform(30, 500) for _ in range(4)]
    if chance.maybe(0.15):  # a table no larger than its mat
        margins = [chance.uniform(0, 12) for _ in range(4)]
    wide, deep = w + margins[0] + margins[1], d + margins[2] + margins[3]
    centre = (w / 2 + (margins[1] - margins[0]) / 2, d / 2 + (margins[3] - margins[2]) / 2)
    kind = chance.pick(['wood', 'swatch', 'cloth', 'plain', 'dark', 'print'], [2, 5 if look['table'] else 0, 2, 2, 2, 1.5 if look['print'] else 0])
    n = 1024
    if kind == 'swatch':
        picture = mat_print.tiled(chance, chance.pick(look['table']), n, n, chance.whole(2, 6))
    elif kind == 'wood':
        picture = _wood(chance, n)
    elif kind == 'cloth' and look['cloth']:
        picture = mat_print.tiled(chance, chance.pick(look['cloth']), n, n, chance.whole(4, 10))
    elif kind == 'print':  # a tablecloth, another mat under this one, a poster
        picture = cv2.resize(mat_print.recoloured(chance, art.read_picture(chance.pick(look['pattern'] or look['print']))), (n, n))
        picture = mat_print.tiled(chance, picture, n, n, chance.whole(1, 5))
    elif kind == 'dark':
        picture = np.ones((n, n, 3)) * np.array(chance.colour((0, 0.5), (0.01, 0.1))) * (0.8 + 0.4 * noise.fractal(chance, n, n, 1.0)[..., None])
    else:
        picture = np.ones((n, n, 3)) * np.array(chance.colour((0, 0.7), (0.1, 0.95))) * (0.93 + 0.14 * noise.fractal(chance, n, n, 1.3)[..., None])
    gloss = chance.uniform(0.12, 0.6) if kind in ('wood', 'swatch', 'plain', 'dark') else 0.9
    top = solids.link('table', *solids.box(wide, deep, 30, (0, 0, -15)))
    top.data.materials.append(materials.printed('table-top', np.clip(picture, 0, 1), gloss, weave_mm=1.0 if kind == 'cloth' else 0.0, weave_strength=0.08))
    solids.flat_uv(top, wide, deep)
    solids.bevel(top, 3, 2)
    top.location = (*centre, -drop_mm - 0.02)
    if chance.maybe(0.5):
        top.rotation_euler.z = math.radians(chance.normal(0, 3))
    floor = solids.link('floor', *solids.box(12000, 12000, 10, (w / 2, d / 2, -chance.uniform(650, 900))))
    floor.data.materials.append(materials.plain('floor', chance.colour((0, 0.35), (0.05, 0.7)), chance.uniform(0.3, 0.9)))
    for side in (1, -1) if with_players else ():
        if chance.maybe(0.3):
            _body(chance, (chance.uniform(0.1, 0.9) * w, d + margins[3] + 230 if side > 0 else -margins[2] - 260))
    return margins


def _wood(chance, n):
    hue = chance.uniform(0.03, 0.11)
    grain = noise.warped(noise.fractal(chance, n, n, 1.3, (1, 0.06)), chance, n * 0.02)
    dark, light = chance.colour((0.4, 0.8), (0.1, 0.5), (hue, hue)), chance.colour((0.2, 0.6), (0.4, 0.9), (hue, hue))
    picture = noise.ramp(grain, [dark, light])
    boards = chance.pick([0, 5, 8])
    for k in range(boards):
        y0, y1 = int(n * k / boards), int(n * (k + 1) / boards)
        picture[y0:y1] = np.roll(picture[y0:y1], chance.whole(0, n), 1) * chance.uniform(0.8, 1.1)
        picture[y0:y0 + 2] *= 0.4
    return picture


def _body(chance, at):
    part = solids.loft([(-450, 330, 220, 0), (0, 400, 240, 0), (300, 420, 220, 0), (380, 150, 130, 0), (430, 110, 120, 0), (520, 160, 190, 0), (620, 130, 160, 0), (650, 40, 60, 0)], 20, 2.3)
    body = solids.link('body', *solids.moved(part, (0, 0, 0), ('x', math.pi / 2)))
    solids.outward(body)
    body.data.materials.append(materials.plain('clothes', chance.colour((0, 0.8), (0.02, 0.7)), 0.9))
    solids.smooth(body, 80)
    body.location = (*at, -50)


def add_light(chance, table, look):
    """Room light as an environment picture, and lamps of several shapes, each a light group of its own. Returns a word for it, and how many lamps."""
    world = bpy.data.worlds.new('room')
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    environment = nodes.new('ShaderNodeTexEnvironment')
    use_hdr = bool(look['light']) and chance.maybe(0.75)
    name = 'room'
    if use_hdr:
        path = chance.pick(look['light'])
        picture = art.read_light(path)
        name = os.path.basename(path).split('.')[0]
    else:
        picture = _room(chance)
    picture = np.minimum(_balanced(picture), 150.0)  # no bare sun: its rare paths are dots in few samples, and lamps make hard shadows too
    height, width = picture.shape[:2]
    image = bpy.data.images.new('room', width, height, float_buffer=True)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = picture[::-1]
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    environment.image = image
    place, turn = nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeMapping')
    turn.inputs['Rotation'].default_value = (0, 0, chance.uniform(0, 2 * math.pi))
    links.new(place.outputs['Generated'], turn.inputs['Vector'])
    links.new(turn.outputs['Vector'], environment.inputs['Vector'])
    links.new(environment.outputs['Color'], nodes['Background'].inputs['Color'])
    nodes['Background'].inputs['Strength'].default_value = 1.0
    world.cycles.sampling_method, world.cycles.sample_map_resolution = 'MANUAL', 512
    lamps = chance.whole(1, 3)
    world.lightgroup = light_group('room')
    share = chance.uniform(0.3, 4.0)
    for index in range(lamps):
        _lamp(chance, table, share / lamps).lightgroup = light_group(f'lamp-{index}')
    return name, lamps


def _balanced(picture):
    """Scaled so that a table under it receives irradiance pi: exposure and lamps are then relative to 1."""
    height = picture.shape[0]
    up = np.cos(np.linspace(0, math.pi, height)).clip(0, 1)[:, None, None]
    area = np.sin(np.linspace(0, math.pi, height))[:, None, None]
    light = (picture * up * area).sum() / ((up * area).sum() * picture.shape[1] * 3) + 1e-9
    return (picture / light).astype(np.float32)


def _room(chance):
    """An invented room: ceiling, walls, floor, windows and lit panels; equirectangular, linear light."""
    height, width = 256, 512
    picture = np.zeros((height, width, 3), np.float32)
    picture[:110] = np.array(chance.colour((0, 0.2), (0.3, 0.8)))
    picture[60:150] = np.array(chance.colour((0, 0.4), (0.15, 0.6)))
    picture[150:] = np.array(chance.colour((0, 0.5), (0.05, 0.3)))
    picture *= 0.6 + 0.8 * noise.fractal(chance, height, width, 1.6)[..., None]
    for _ in range(chance.whole(0, 3)):
        x, y, w, h = chance.whole(0, width), chance.whole(60, 100), chance.whole(15, 70), chance.whole(20, 50)
        glow = np.array([0.85, 0.95, 1.1], np.float32) * chance.uniform(4, 25)
        picture[y:y + h, x:x + w] = glow
        picture[y:y + h, x + w // 2:x + w // 2 + 2] = 0.3
    for _ in range(chance.whole(1, 6)):
        x, y = chance.whole(0, width), chance.whole(5, 55)
        cv2.ellipse(picture, (x, y), (chance.whole(3, 40), chance.whole(2, 8)), 0, 0, 360, (np.array([1.1, 1.0, chance.uniform(0.6, 0.95)]) * chance.uniform(5, 60)).tolist(), -1)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def _lamp(chance, table, strength):
    """One lamp over the table, its irradiance at the mat's centre about `strength` x pi."""
    w, d = table['widthMm'], table['depthMm']
    shape = chance.pick(['disk', 'rectangle', 'tube', 'bulb', 'sun'], [3, 3, 2, 2, 1])
    tilt, turn = math.radians(abs(chance.normal(0, 32))), chance.uniform(0, 2 * math.pi)
    tilt = min(tilt, math.radians(70))
    away = chance.uniform(700, 2200)
    aim = np.array([w / 2 + chance.normal(0, 200), d / 2 + chance.normal(0, 200), 0])
    at = aim + away * np.array([math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), math.cos(tilt)])
    light = bpy.data.lights.new('lamp', {'bulb': 'POINT', 'sun': 'SUN'}.get(shape, 'AREA'))
    warm = chance.uniform(0, 1)
    light.color = (1, 0.93 - 0.25 * warm, 0.9 - 0.5 * warm) if chance.maybe(0.75) else chance.colour((0, 0.5), (0.7, 1))
    if shape == 'sun':
        light.energy, light.angle = strength * math.pi, math.radians(chance.uniform(0.5, 12))
    elif shape == 'bulb':
        light.shadow_soft_size = chance.uniform(8, 60)
        light.energy = strength * math.pi * 4 * math.pi * away ** 2 / 1.0 / math.cos(tilt) * 1.0
    else:
        light.shape = 'DISK' if shape == 'disk' else 'RECTANGLE'
        light.size = {'disk': chance.uniform(80, 600), 'rectangle': chance.uniform(200, 1200), 'tube': chance.uniform(600, 1500)}[shape]
        light.size_y = {'disk': light.size, 'rectangle': light.size * chance.uniform(0.4, 1), 'tube': 40}[shape]
        light.energy = strength * math.pi * math.pi * away ** 2 / math.cos(tilt)
    lamp = bpy.data.objects.new('lamp', light)
    lamp.location = at
    from mathutils import Vector
    lamp.rotation_euler = Vector(aim - at).to_track_quat('-Z', 'Y').to_euler()
    lamp.rotation_euler.rotate_axis('Z', chance.uniform(0, 3))
    bpy.context.collection.objects.link(lamp)
    return lamp


def light_group(name):
    """A light group of the scene, made where there is none yet: its light is a picture of its own of the same render."""
    groups = bpy.context.view_layer.lightgroups
    if name not in groups:
        groups.add(name=name)
    return name
