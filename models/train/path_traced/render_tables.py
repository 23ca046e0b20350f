"""Renders simulated tables with Cycles, each with its truth. Run by Blender 3.4:

  blender -b -P render_tables.py -- --out DIR --from 0 --count N [--width 1920 --height 1080] [--samples 28]
          [--elevation 30-90] [--look DIR] [--threads 1] [--seed cycles]
          [--adaptive 0.06] [--near | --whole] [--round 0] [--probes]

Resumable: a picture whose two files exist is skipped. `--near` shows a part of a crowded mat: the most bases for the time; `--whole` shows all of the mat.
`--round` 1, 2, …: the same camera, mat, make of bases and obstacles at another time of the match: other ships, clutter and light. `--probes` adds small glowing spheres at known places and no clutter
of light, for check_projection.py."""

import argparse
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import bpy
import numpy as np

import bases
import camera
import clutter
import layout
import materials
import miniatures
import photograph
import solids
import surroundings
import truth
from chance import Chance


def parse(arguments):
    parser = argparse.ArgumentParser(prog='render_tables.py')
    parser.add_argument('--out', required=True)
    parser.add_argument('--from', dest='first', type=int, default=0)
    parser.add_argument('--count', type=int, default=1)
    parser.add_argument('--width', type=int, default=1920)
    parser.add_argument('--height', type=int, default=1080)
    parser.add_argument('--samples', type=int, default=28)
    parser.add_argument('--elevation', default='30-90', help='degrees above the table, range')
    parser.add_argument('--look', default='', help='folder with CC0 light/ and surfaces/')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--seed', default='cycles')
    parser.add_argument('--adaptive', type=float, default=0.06, help='noise at which a pixel is left alone')
    parser.add_argument('--near', action='store_true', help='a part of a crowded mat')
    parser.add_argument('--whole', action='store_true', help='all of the mat in the picture')
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
    scene.render.image_settings.file_format = 'OPEN_EXR'
    scene.render.image_settings.color_depth = '32'
    return scene


def build_table(chance, view, options, look, shapes):
    """Everything on the table, and the camera over it. Returns (table, ships, obstacles, lying, tags, (k, distortion, r, t), elevation)."""
    table, mat = surroundings.add_mat(chance.fork('mat'), look)
    later = chance.fork('round', options.round) if options.round else chance
    *seen_from, elevation = aim_camera(view, options, table)
    margins = surroundings.add_table(chance.fork('table'), table, mat['thickMm'], look)
    light, lamps = surroundings.add_light(later.fork('light'), table, look)
    profile = bases.choose_profile(chance.fork('profile'))
    crowd = (14, 24) if options.near else (3, 12)
    # Obstacles lie where the first round's ships left room; later ships may stand on them.
    first = layout.place_ships(chance.fork('ships'), table, profile['guideOutMm'], *crowd)
    ships = layout.place_ships(later.fork('ships'), table, profile['guideOutMm'], *crowd) if options.round else first
    if options.near:
        ships = [ship for ship in ships if truth.may_be_seen(ship, *seen_from, options.width, options.height)]
    kind, plastic = bases.choose_plastic(chance.fork('plastic'))
    for ship in ships:
        own = later.fork('ship', ship['id'])
        ship['plastic'], material = (kind, plastic) if own.maybe(0.85) and not options.own_makes else bases.choose_plastic(own.fork('plastic'))
        ship['profile'] = bases.choose_profile(own.fork('profile')) if options.own_makes else profile
        mesh = bases.plastic_mesh(ship['base'], ship['profile'])
        top = own.uniform(34, 78) * (1.0 if ship['base'] == 'small' else 1.1)
        bases.add_base(own, ship, mesh, material, top)
        if own.maybe(0.18):
            bases.add_turret(own.fork('turret'), ship)
        if own.maybe(0.95):
            miniatures.add_miniature(own.fork('mini'), ship, top)
        ship['pieces'] = layout.base_polygons(ship, ship['profile']['guideOutMm'])
        bpy.data.objects.remove(mesh)
    taken = [piece for ship in ships for piece in ship['pieces']]
    others = [piece for ship in first for piece in layout.base_polygons(ship, profile['guideOutMm'])]
    free_of = len(others)
    obstacles = clutter.add_obstacles(chance.fork('obstacles'), table, shapes, others)
    taken += others[free_of:]
    more = later.fork('clutter')
    lying = clutter.add_templates(more, ships, taken, table)
    lying += clutter.add_tokens(more, table, taken, more.pick([0, 3, 8, 16, 30]))
    lying += clutter.add_beside(more, table, mat['thickMm'], margins)
    if more.maybe(0.12):
        clutter.add_hand(more, table)
    return table, ships, obstacles, lying, [f'mat-{mat["kind"]}', f'finish-{mat["finish"]}', f'light-{light}', f'lamps-{lamps}', f'plastic-{kind}'], seen_from, elevation


def aim_camera(view, options, table):
    """A lens and a place to stand: k, distortion, r, t, degrees above the table."""
    k, distortion = camera.choose_lens(view, options.width, options.height)
    low, high = (float(v) for v in options.elevation.split('-'))
    elevation = view.uniform(low, high)
    r, t = camera.choose_pose(view, table, k, distortion, options.width, options.height, elevation, options.near, options.whole)
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


def pinhole_light(scene, path):
    """Renders and reads back the linear picture."""
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color'
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    os.remove(path)
    return np.ascontiguousarray(pixels.reshape(height, width, 4)[::-1, :, :3])


def render_one(options, index, look, shapes):
    chance = Chance(options.seed, index)
    scene = empty_scene(options)
    scene.cycles.seed = index
    view = chance.fork('camera')
    table, ships, obstacles, lying, tags, (k, distortion, r, t), elevation = build_table(chance, view, options, look, shapes)
    probes = add_probes(table) if options.probes else []
    away = float(np.linalg.norm(t))
    aperture = 0.0 if options.probes else view.pick([0.0, view.uniform(0.2, 1.2)])
    camera.set_blender_camera(k, distortion, r, t, options.width, options.height, aperture, away * view.uniform(0.9, 1.05))
    bpy.context.view_layer.update()
    name = f'cycles-{index:06d}'
    light = pinhole_light(scene, os.path.join(options.out, f'.{name}.{os.getpid()}.exr'))
    later = chance.fork('round', options.round) if options.round else chance
    light = photograph.without_grain(later.fork('grain'), light)
    fringe = 0.0 if options.probes else view.pick([0.0, view.normal(0, 0.0004)])
    light = camera.through_lens(light, k, distortion, options.width, options.height, fringe)
    if options.probes:
        np.save(os.path.join(options.out, name + '.npy'), light.astype(np.float32))
    picture, recipe = photograph.develop(later.fork('photograph'), light)
    result = {
        'format': 'hashmark-truth', 'version': 1, 'image': name + '.jpg', 'widthPx': options.width, 'heightPx': options.height,
        'camera': {'k': k.tolist(), 'distortion': distortion.tolist(), 'r': r.tolist(), 'tMm': t.tolist()},
        'table': table, 'ships': [], 'obstacles': obstacles, 'clutter': lying,
        'tags': ['cycles', f'elevation-{round(elevation)}', *tags], 'renderer': 'cycles', 'seed': [options.seed, index], 'photograph': recipe,
    }
    for ship in ships:
        top, foot = truth.corners(ship, k, distortion, r, t)
        result['ships'].append({
            'id': ship['id'], 'base': ship['base'], 'owner': ship['owner'], 'xMm': round(ship['xMm'], 4), 'yMm': round(ship['yMm'], 4),
            'headingDeg': round(ship['headingDeg'] % 360, 4), 'heightMm': round(ship['profile']['edgeMm'], 3),
            'visibleFraction': round(truth.visible_fraction(ship, k, distortion, r, t, options.width, options.height), 4),
            'cornersPx': top, 'footCornersPx': foot, 'tileOffset': ship['tileOffset'], 'profile': ship['profile'], 'plastic': ship['plastic']})
    if options.probes:
        result['probesMm'] = probes
    photograph.save_jpeg(os.path.join(options.out, name + '.jpg'), picture, chance.fork('jpeg').whole(72, 95))
    truth.write(os.path.join(options.out, name + '.json'), result)


def main():
    options = parse(sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else [])
    os.makedirs(options.out, exist_ok=True)
    look = surroundings.load_look(options.look)
    shapes = clutter.obstacle_shapes(HERE)
    for index in range(options.first, options.first + options.count):
        name = os.path.join(options.out, f'cycles-{index:06d}')
        if os.path.exists(name + '.jpg') and os.path.exists(name + '.json'):
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
