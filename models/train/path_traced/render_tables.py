"""Renders simulated tables with Cycles, each with its truth. Run by Blender 3.4:

  blender -b -P render_tables.py -- --out DIR --from 0 --count N [--view mixed] [--width 640 --height 480] [--samples 28] [--adaptive 0.06]
          [--elevation 30-90] [--look DIR] [--art DIR [--share-alike]] [--held] [--threads 1] [--seed cycles] [--round 0] [--probes]

What it writes is light, not pictures: for each lamp and for the room one EXR (float16, linear), named in the truth file; ../develop.py makes pictures of them.
Resumable: a picture whose truth file exists is skipped.

`--view`: `any` the mat fills the picture, `whole` all of it is seen, `near` a part of it, crowded, `close` a few bases from 0.25 to 0.7 m, `mixed` one of these by chance;
`hand`: four pictures of each table by one hand-held camera (HAND), pictures 4n to 4n + 3 showing table n.
`--round` 1, 2, …: the same camera, mat, make of bases and obstacles at another time of the match: other ships, clutter and light.
`--held`: looks and art that training never sees (art.py). `--probes` adds small glowing spheres at known places, for check_projection.py."""

import argparse
import os
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'

import bpy
import cv2
import numpy as np

import art
import bases
import camera
import clutter
import grain
import layout
import miniatures
import outlines
import solids
import surroundings
import truth
from chance import Chance

# The pictures of a table by a camera in the hand: how it looks, from which side (degrees), after how many rounds of moves.
HAND = [('whole', 0, 0), ('whole', None, 0), ('close', None, 1), ('close', None, 2)]
MIXED = {'close': 9, 'near': 7, 'any': 4}


def parse(arguments):
    parser = argparse.ArgumentParser(prog='render_tables.py')
    parser.add_argument('--out', required=True)
    parser.add_argument('--from', dest='first', type=int, default=0)
    parser.add_argument('--count', type=int, default=1)
    parser.add_argument('--width', type=int, default=640)
    parser.add_argument('--height', type=int, default=480)
    parser.add_argument('--samples', type=int, default=28)
    parser.add_argument('--adaptive', type=float, default=0.06, help='noise at which a pixel is left alone')
    parser.add_argument('--elevation', default='30-90', help='degrees above the table, range')
    parser.add_argument('--look', default='', help='folder with CC0 light/ and surfaces/')
    parser.add_argument('--art', default='', help='folder with unpacked packages, see art.py')
    parser.add_argument('--share-alike', action='store_true', help='art under share-alike terms too')
    parser.add_argument('--held', action='store_true', help='only looks and art kept out of training')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--seed', default='cycles')
    parser.add_argument('--view', choices=['any', 'whole', 'near', 'close', 'mixed', 'hand'], default='any')
    parser.add_argument('--round', type=int, default=0, help='another time of the same match')
    parser.add_argument('--own-makes', action='store_true', help='every base of a make of its own')
    parser.add_argument('--probes', action='store_true')
    return parser.parse_args(arguments)


def empty_scene(options):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.threads_mode, scene.render.threads = 'FIXED', options.threads
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising = 'CPU', options.samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, options.adaptive, max(8, options.samples // 3)
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 14, 1, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces = 10, 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 3.0, 36.0 if options.probes else 8.0
    cycles.blur_glossy = 1.0
    cycles.pixel_filter_type, cycles.filter_width = 'BLACKMAN_HARRIS', 1.5
    scene.render.film_transparent = False
    bpy.context.view_layer.cycles.denoising_store_passes = True
    return scene


def build_table(chance, at, options, look, shapes):
    """Everything on the table, and the camera over it. Returns (table, ships, obstacles, lying, tags, (k, distortion, r, t), elevation)."""
    table, mat = surroundings.add_mat(chance.fork('mat'), look)
    later = chance.fork('round', options.round) if options.round else chance
    margins = surroundings.add_table(chance.fork('table'), table, mat['thickMm'], look, not at.is_hand)
    light, lamps = surroundings.add_light(later.fork('light'), table, look)
    profile = bases.choose_profile(chance.fork('profile'))
    is_crowded = at.view in ('near', 'close') and not at.is_hand  # all views of a table in the hand show the same things
    crowd = (14, 24) if is_crowded else (5, 14)
    # Obstacles lie where the first round's ships left room; later ships may stand on them.
    first = layout.place_ships(chance.fork('ships'), table, profile['guideOutMm'], *crowd)
    ships = layout.place_ships(later.fork('ships'), table, profile['guideOutMm'], *crowd) if options.round else [dict(ship) for ship in first]
    gone = []
    for moved in range(at.moves):
        gone = layout.move_some(chance.fork('move', moved), ships, table, profile['guideOutMm'], 3)
    *seen_from, elevation = aim_camera(chance, at, options, table, ships)
    if at.view in ('near', 'close'):
        ships = [ship for ship in ships if truth.may_be_seen(ship, *seen_from, at.width, at.height)]
    kind, plastic = bases.choose_plastic(chance.fork('plastic'))
    for ship in ships:
        own = later.fork('ship', ship['id'])
        ship['plastic'], material = (kind, plastic) if own.maybe(0.85) and not options.own_makes else bases.choose_plastic(own.fork('plastic'))
        ship['profile'] = bases.choose_profile(own.fork('profile')) if options.own_makes else profile
        mesh = bases.plastic_mesh(ship['base'], ship['profile'])
        top = own.uniform(34, 78) * (1.0 if ship['base'] == 'small' else 1.1)
        bases.add_base(own, ship, mesh, material, top, look['print'])
        if own.maybe(0.18):
            bases.add_turret(own.fork('turret'), ship)
        if own.maybe(0.95):
            miniatures.add_miniature(own.fork('mini'), ship, top)
        ship['pieces'] = layout.base_polygons(ship, ship['profile']['guideOutMm'])
        bpy.data.objects.remove(mesh)
    taken = [piece for ship in ships for piece in ship['pieces']]
    others = [piece for ship in first for piece in layout.base_polygons(ship, profile['guideOutMm'])]
    free_of = len(others)
    obstacles = clutter.add_obstacles(chance.fork('obstacles'), table, shapes, others, (6, 9, 14) if is_crowded else (0, 3, 6, 6, 6, 7, 9))
    taken += others[free_of:]
    more = later.fork('clutter')
    lying = clutter.add_templates(more, ships, taken, table)
    lying += clutter.add_tokens(more, table, taken, more.pick([0, 3, 8, 16, 30]))
    lying += clutter.add_beside(more, table, mat['thickMm'], margins)
    if later.fork('hand', at.picture).maybe(0.12):
        clutter.add_hand(later.fork('hand', at.picture), table)
    tags = [f'view-{at.view}', f'mat-{mat["kind"]}', f'finish-{mat["finish"]}', f'light-{light}', f'lamps-{lamps}', f'plastic-{kind}', *(f'moved:{one}' for one in gone)]
    return table, ships, obstacles, lying, tags, seen_from, elevation


class Shot:
    """Which picture of which table: its view, its side and how many rounds were moved before it."""

    def __init__(self, options, index):
        self.picture, self.table, self.view, self.side_deg, self.moves = index, index, options.view, 0, 0
        self.width, self.height = options.width, options.height
        if options.view == 'hand':
            self.table = index // len(HAND)
            self.view, self.side_deg, self.moves = HAND[index % len(HAND)]
        elif options.view == 'mixed':
            own = Chance(options.seed, index, 'view')
            self.view = own.pick(list(MIXED), list(MIXED.values()))
            if own.maybe(0.25):
                self.width, self.height = self.height, self.width
        self.is_hand = options.view == 'hand'


def aim_camera(chance, at, options, table, ships):
    """A lens and a place to stand: k, distortion, r, t, degrees above the table."""
    view = chance.fork('camera')
    k, distortion = camera.choose_lens(view, at.width, at.height)
    low, high = (float(v) for v in options.elevation.split('-'))
    if at.is_hand:  # the same lens, another place to stand
        view = chance.fork('camera', at.picture)
    elevation = view.uniform(low, high)
    if at.view == 'close':
        for _ in range(300 if at.is_hand else 1):
            ship, elevation = view.pick(ships), view.uniform(low, high)
            around = np.clip([ship['xMm'] + view.normal(0, 40), ship['yMm'] + view.normal(0, 40)], 0, [table['widthMm'], table['depthMm']])
            r, t = camera.close_pose(view, around, view.uniform(250, 700), k, at.width, at.height, elevation, at.is_hand)
            if 2 <= sum(truth.is_wholly_in(one, k, distortion, r, t, at.width, at.height) for one in ships) <= 5:
                break
    else:
        side = view.pick([90, 180, 270]) if at.side_deg is None else at.side_deg
        r, t = camera.choose_pose(view, table, k, distortion, at.width, at.height, elevation, at.view == 'near', at.view == 'whole', np.radians(side))
    return k, distortion, r, t, elevation


def add_probes(table):
    """Glowing spheres at known places, for the check of the projection. Returns their centres."""
    glow = bpy.data.materials.new('glow')
    glow.use_nodes = True
    emission = glow.node_tree.nodes.new('ShaderNodeEmission')
    emission.inputs['Strength'].default_value = 35
    glow.node_tree.links.new(emission.outputs[0], glow.node_tree.nodes['Material Output'].inputs['Surface'])
    centres = []
    for i, x in enumerate(np.linspace(0.03, 0.97, 5)):
        for j, y in enumerate(np.linspace(0.03, 0.97, 5)):
            centre = (float(x * table['widthMm']), float(y * table['depthMm']), 120.0 + 15 * ((i + 2 * j) % 3))
            ball = solids.link('probe', *solids.lathe([(2 * np.sin(a), -2 * np.cos(a)) for a in np.linspace(0.02, np.pi - 0.02, 17)], 24))
            ball.data.materials.append(glow)
            ball.location = centre
            centres.append(centre)
    return centres


def rendered(scene, names):
    """Renders and returns the named passes, each linear h x w x 3."""
    folder = tempfile.mkdtemp()
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, files = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = folder
    files.format.file_format, files.format.color_depth, files.format.color_mode = 'OPEN_EXR', '32', 'RGB'
    files.file_slots.clear()
    for name in names:
        files.file_slots.new(name)
        tree.links.new(layers.outputs[name], files.inputs[name])
    try:
        bpy.ops.render.render()
        passes = [cv2.imread(os.path.join(folder, f'{name}{scene.frame_current:04d}.exr'), cv2.IMREAD_UNCHANGED) for name in names]
    finally:
        shutil.rmtree(folder)
    return [np.ascontiguousarray(one[..., 2::-1]) for one in passes]


def render_one(options, index, look, shapes):
    at = Shot(options, index)
    chance = Chance(options.seed, at.table)
    scene = empty_scene(options)
    scene.cycles.seed = index
    table, ships, obstacles, lying, tags, (k, distortion, r, t), elevation = build_table(chance, at, options, look, shapes)
    probes = add_probes(table) if options.probes else []
    view = chance.fork('focus', index)
    away = float(np.linalg.norm(t)) if at.view != 'close' else float(np.linalg.norm(r.T @ t + [*[-v for v in middle_of(r, t)], 0]))
    aperture = 0.0 if options.probes else view.pick([0.0, view.uniform(0.2, 1.2)])
    camera.set_blender_camera(k, distortion, r, t, at.width, at.height, aperture, away * view.uniform(0.9, 1.05))
    bpy.context.view_layer.update()
    groups = [group.name for group in bpy.context.view_layer.lightgroups]
    name = f'cycles-{index:06d}'
    if options.probes:
        light = {'all': rendered(scene, ['Image'])[0]}
    else:
        albedo, normal, *passes = rendered(scene, ['Denoising Albedo', 'Denoising Normal', *(f'Combined_{group}' for group in groups)])
        light = dict(zip(groups, grain.without_grain(passes, albedo, normal)))
    light = {group: camera.through_lens(one, k, distortion, at.width, at.height) for group, one in light.items()}
    if options.probes:
        np.save(os.path.join(options.out, name + '.npy'), light['all'].astype(np.float32))
    result = {
        'format': 'hashmark-truth', 'version': 1, 'image': name + '.jpg', 'widthPx': at.width, 'heightPx': at.height,
        'camera': {'k': k.tolist(), 'distortion': distortion.tolist(), 'r': r.tolist(), 'tMm': t.tolist()},
        'table': table, 'ships': [], 'obstacles': obstacles, 'clutter': lying,
        'tags': ['cycles', f'elevation-{round(elevation)}', *tags], 'renderer': 'cycles', 'seed': [options.seed, index],
        'light': [f'{name}.{group}.exr' for group in light],
    }
    for ship in ships:
        top, foot = truth.corners(ship, k, distortion, r, t)
        result['ships'].append({
            'id': ship['id'], 'base': ship['base'], 'owner': ship['owner'], 'xMm': round(ship['xMm'], 4), 'yMm': round(ship['yMm'], 4),
            'headingDeg': round(ship['headingDeg'] % 360, 4), 'heightMm': round(ship['profile']['edgeMm'], 3),
            'visibleFraction': round(truth.visible_fraction(ship, k, distortion, r, t, at.width, at.height), 4),
            'cornersPx': top, 'footCornersPx': foot, 'tileOffset': ship['tileOffset'], 'profile': ship['profile'], 'plastic': ship['plastic']})
    if options.probes:
        result['probesMm'] = probes
    for file, one in zip(result['light'], light.values()):
        cv2.imwrite(os.path.join(options.out, file), one[..., ::-1], [cv2.IMWRITE_EXR_TYPE, cv2.IMWRITE_EXR_TYPE_HALF])
    truth.write(os.path.join(options.out, name + '.json'), result)


def middle_of(r, t):
    """Where the camera's axis meets the mat: x, y."""
    eye, ahead = -r.T @ t, r[2]
    return (eye - ahead * eye[2] / ahead[2])[:2]


def main():
    options = parse(sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else [])
    os.makedirs(options.out, exist_ok=True)
    look = surroundings.load_look(options.look, art.load_art(options.art, options.held, options.share_alike), options.held)
    shapes = outlines.catalogue_shapes()
    for index in range(options.first, options.first + options.count):
        if os.path.exists(os.path.join(options.out, f'cycles-{index:06d}.json')):
            continue
        started, used = time.time(), time.process_time()
        render_one(options, index, look, shapes)
        print(f'picture {index}: {time.time() - started:.1f} s, {time.process_time() - used:.1f} s of processor', flush=True)


if __name__ == '__main__':
    try:
        main()
    except Exception:
        import traceback

        traceback.print_exc()
        sys.exit(1)
