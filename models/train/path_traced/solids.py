"""Mesh building blocks. Every function returns a Blender object, or (vertices, faces) where it says so."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector


def link(name, vertices, faces, material=None):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    if material:
        mesh.materials.append(material)
    return thing


def prism(outline, z0, z1):
    """(vertices, faces) of a vertical prism over a counter-clockwise outline of (x, y)."""
    n = len(outline)
    vertices = [(x, y, z0) for x, y in outline] + [(x, y, z1) for x, y in outline]
    faces = [tuple(reversed(range(n))), tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return vertices, faces


def box(sx, sy, sz, at=(0, 0, 0)):
    """(vertices, faces) of a box centred at `at`."""
    x, y, z = at
    outline = [(x - sx / 2, y - sy / 2), (x + sx / 2, y - sy / 2), (x + sx / 2, y + sy / 2), (x - sx / 2, y + sy / 2)]
    return prism(outline, z - sz / 2, z + sz / 2)


def lathe(profile, segments=32, at=(0, 0, 0), axis='z'):
    """(vertices, faces) of a closed body of revolution; `profile` is a list of (radius, height), bottom to top."""
    vertices, faces = [], []
    for radius, height in profile:
        for k in range(segments):
            a = 2 * math.pi * k / segments
            vertices.append((max(radius, 1e-3) * math.cos(a), max(radius, 1e-3) * math.sin(a), height))
    for i in range(len(profile) - 1):
        for k in range(segments):
            a, b = i * segments + k, i * segments + (k + 1) % segments
            faces.append((a, b, b + segments, a + segments))
    faces.append(tuple(reversed(range(segments))))
    last = (len(profile) - 1) * segments
    faces.append(tuple(range(last, last + segments)))
    turn = {'z': lambda v: v, 'y': lambda v: (v[0], v[2], -v[1]), 'x': lambda v: (v[2], v[0], v[1])}[axis]
    return [tuple(c + o for c, o in zip(turn(v), at)) for v in vertices], faces


def loft(stations, around=16, exponent=2.6):
    """(vertices, faces) of a hull along +y. A station is (y, width, height, z centre[, x centre]); sections are superellipses."""
    vertices, faces = [], []
    for station in stations:
        y, width, height, zc = station[:4]
        xc = station[4] if len(station) > 4 else 0
        for k in range(around):
            a = 2 * math.pi * (k + 0.5) / around
            c, s = math.cos(a), math.sin(a)
            vertices.append((
                xc + max(width, 0.05) / 2 * math.copysign(abs(c) ** (2 / exponent), c), y,
                zc + max(height, 0.05) / 2 * math.copysign(abs(s) ** (2 / exponent), s)))
    for i in range(len(stations) - 1):
        for k in range(around):
            a, b = i * around + k, i * around + (k + 1) % around
            faces.append((a, a + around, b + around, b))
    faces.append(tuple(range(around)))
    last = (len(stations) - 1) * around
    faces.append(tuple(reversed(range(last, last + around))))
    return vertices, faces


def moved(part, offset=(0, 0, 0), turn=None, mirror_x=False):
    """The part rotated by `turn` = (axis, radians), then shifted; mirrored first if asked."""
    vertices, faces = part
    matrix = Matrix.Translation(offset) @ (Matrix.Rotation(turn[1], 4, turn[0].upper()) if turn else Matrix())
    if mirror_x:
        vertices = [(-x, y, z) for x, y, z in vertices]
        faces = [tuple(reversed(f)) for f in faces]
    return [tuple(matrix @ Vector(v)) for v in vertices], faces


def mirrored(part):
    """The part and its mirror image in x."""
    vertices, faces = part
    n = len(vertices)
    other = [(-x, y, z) for x, y, z in vertices]
    return list(vertices) + other, list(faces) + [tuple(n + i for i in reversed(f)) for f in faces]


def joined(name, parts):
    """One object from [(part, material)]; each part keeps its material."""
    vertices, faces, slots, materials = [], [], [], []
    for (part_vertices, part_faces), material in parts:
        if material not in materials:
            materials.append(material)
        start = len(vertices)
        vertices += part_vertices
        faces += [tuple(start + i for i in f) for f in part_faces]
        slots += [materials.index(material)] * len(part_faces)
    thing = link(name, vertices, faces)
    for material in materials:
        thing.data.materials.append(material)
    thing.data.polygons.foreach_set('material_index', slots)
    outward(thing)
    return thing


def outward(thing):
    work = bmesh.new()
    work.from_mesh(thing.data)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(thing.data)
    work.free()


def smooth(thing, degrees=35):
    thing.data.polygons.foreach_set('use_smooth', [True] * len(thing.data.polygons))
    thing.data.use_auto_smooth = True
    thing.data.auto_smooth_angle = math.radians(degrees)


def bevel(thing, width_mm, segments=2, degrees=30):
    modifier = thing.modifiers.new('bevel', 'BEVEL')
    modifier.width = width_mm
    modifier.segments = segments
    modifier.limit_method = 'ANGLE'
    modifier.angle_limit = math.radians(degrees)
    modifier.use_clamp_overlap = True


def united(name, parts):
    """One watertight object from overlapping closed parts (exact boolean union)."""
    things = [link(f'{name}-{i}', *part) for i, part in enumerate(parts)]
    for thing in things:
        outward(thing)
    body = things[0]
    for other in things[1:]:
        modifier = body.modifiers.new('union', 'BOOLEAN')
        modifier.operation = 'UNION'
        modifier.solver = 'EXACT'
        modifier.object = other
    mesh = bpy.data.meshes.new_from_object(body.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    result = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(result)
    for thing in things:
        bpy.data.objects.remove(thing)
    return result


def flat_uv(thing, width_mm, depth_mm, centre=(0.0, 0.0)):
    """UV map seen from above: a picture of width x depth laid on the object, centred at `centre`."""
    layer = thing.data.uv_layers.new(name='above')
    for loop in thing.data.loops:
        x, y, _ = thing.data.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = ((x - centre[0]) / width_mm + 0.5, (y - centre[1]) / depth_mm + 0.5)


def rounded_rectangle(width, depth, radius, per_corner=6):
    """Counter-clockwise outline about the origin."""
    points = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for k in range(per_corner + 1):
            a = math.radians(start + 90 * k / per_corner)
            points.append((cx * (width / 2 - radius) + radius * math.cos(a), cy * (depth / 2 - radius) + radius * math.sin(a)))
    return points


def link_object(thing, name):
    thing.name = name
    bpy.context.collection.objects.link(thing)
    return thing
