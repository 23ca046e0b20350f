"""Cycles materials. One Blender unit is one millimetre everywhere."""

import bpy
import numpy as np


def linear(srgb):
    """sRGB 0..1 to linear RGBA."""
    c = np.asarray(srgb, float)
    return (*np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).tolist(), 1.0)


def image_from(picture, name):
    """A Blender image of an sRGB picture in 0..1 (top row first)."""
    height, width = picture.shape[:2]
    image = bpy.data.images.new(name, width, height, alpha=False)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = picture[::-1]
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    return image


def _new(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree.nodes, material.node_tree.links, material.node_tree.nodes['Principled BSDF']


def _bump(nodes, links, bsdf, height_socket, strength, distance_mm):
    bump = nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = strength
    bump.inputs['Distance'].default_value = distance_mm
    links.new(height_socket, bump.inputs['Height'])
    links.new(bump.outputs['Normal'], bsdf.inputs['Normal'])


def plain(name, srgb, roughness=0.5, metallic=0.0, specular=0.5, coat=0.0, sheen=0.0):
    material, _, _, bsdf = _new(name)
    bsdf.inputs['Base Color'].default_value = linear(srgb)
    bsdf.inputs['Roughness'].default_value = roughness
    bsdf.inputs['Metallic'].default_value = metallic
    bsdf.inputs['Specular'].default_value = specular
    bsdf.inputs['Clearcoat'].default_value = coat
    bsdf.inputs['Sheen'].default_value = sheen
    return material


def printed(name, picture, roughness=0.5, specular=0.5, coat=0.0, weave_mm=0.0, weave_strength=0.2, wrinkle=0.0, sheen=0.0):
    """A picture on the object's UV map; `weave_mm` > 0 adds the bump of cloth, `wrinkle` long soft folds (shading only)."""
    material, nodes, links, bsdf = _new(name)
    texture = nodes.new('ShaderNodeTexImage')
    texture.image = image_from(picture, name)
    texture.interpolation = 'Cubic'
    texture.extension = 'EXTEND'
    links.new(texture.outputs['Color'], bsdf.inputs['Base Color'])
    bsdf.inputs['Roughness'].default_value = roughness
    bsdf.inputs['Specular'].default_value = specular
    bsdf.inputs['Clearcoat'].default_value = coat
    bsdf.inputs['Clearcoat Roughness'].default_value = 0.08
    bsdf.inputs['Sheen'].default_value = sheen
    if weave_mm or wrinkle:
        place = nodes.new('ShaderNodeTexCoord')
        weave = nodes.new('ShaderNodeTexNoise')
        weave.inputs['Scale'].default_value = 1 / max(weave_mm, 0.05)
        weave.inputs['Detail'].default_value = 3
        folds = nodes.new('ShaderNodeTexNoise')
        folds.inputs['Scale'].default_value = 1 / 120
        folds.inputs['Detail'].default_value = 1
        add = nodes.new('ShaderNodeMath')
        add.operation = 'MULTIPLY_ADD'
        add.inputs[1].default_value = wrinkle * 40
        links.new(place.outputs['Object'], weave.inputs['Vector'])
        links.new(place.outputs['Object'], folds.inputs['Vector'])
        links.new(folds.outputs['Fac'], add.inputs[0])
        links.new(weave.outputs['Fac'], add.inputs[2])
        _bump(nodes, links, bsdf, add.outputs[0], weave_strength, max(weave_mm, 0.3))
    return material


def clear_plastic(name, tint=(1, 1, 1), ior=1.5, roughness=0.02, shadow=0.9):
    """Refracting plastic. Shadow rays pass straight through it, coloured: without this trick a path tracer with
    caustics switched off puts a black shadow under every clear base."""
    material, nodes, links, bsdf = _new(name)
    bsdf.inputs['Base Color'].default_value = linear(tint)
    bsdf.inputs['Transmission'].default_value = 1
    bsdf.inputs['IOR'].default_value = ior
    bsdf.inputs['Roughness'].default_value = roughness
    path = nodes.new('ShaderNodeLightPath')
    either = nodes.new('ShaderNodeMath')
    either.operation = 'MAXIMUM'
    links.new(path.outputs['Is Shadow Ray'], either.inputs[0])
    links.new(path.outputs['Is Diffuse Ray'], either.inputs[1])
    through = nodes.new('ShaderNodeBsdfTransparent')
    r, g, b, _ = linear(tint)
    through.inputs['Color'].default_value = (r * shadow, g * shadow, b * shadow, 1)
    mix = nodes.new('ShaderNodeMixShader')
    links.new(either.outputs[0], mix.inputs[0])
    links.new(bsdf.outputs[0], mix.inputs[1])
    links.new(through.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes['Material Output'].inputs['Surface'])
    return material


def hull_paint(chance, name, base, accent, plate_mm):
    """Painted miniature: panels of slightly different tone, dark seams, stripes of the accent colour, grime, bump."""
    material, nodes, links, bsdf = _new(name)
    place = nodes.new('ShaderNodeTexCoord')
    cells = nodes.new('ShaderNodeTexVoronoi')
    cells.distance = chance.pick(['CHEBYCHEV', 'MANHATTAN', 'EUCLIDEAN'], [3, 1, 1])
    cells.inputs['Scale'].default_value = 1 / plate_mm
    links.new(place.outputs['Object'], cells.inputs['Vector'])
    tone = nodes.new('ShaderNodeSeparateColor')
    links.new(cells.outputs['Color'], tone.inputs[0])
    choose = nodes.new('ShaderNodeValToRGB')
    choose.color_ramp.interpolation = 'CONSTANT'
    share = chance.uniform(0.05, 0.4)
    choose.color_ramp.elements[0].color = linear(np.asarray(base))
    choose.color_ramp.elements[1].position = 1 - share
    choose.color_ramp.elements[1].color = linear(accent)
    middle = choose.color_ramp.elements.new((1 - share) * chance.uniform(0.3, 0.7))
    middle.color = linear(np.clip(np.asarray(base) * chance.uniform(0.7, 1.15), 0, 1))
    links.new(tone.outputs[0], choose.inputs[0])
    grime = nodes.new('ShaderNodeTexNoise')
    grime.inputs['Scale'].default_value = 1 / chance.uniform(4, 15)
    grime.inputs['Detail'].default_value = 6
    links.new(place.outputs['Object'], grime.inputs['Vector'])
    dirty = nodes.new('ShaderNodeMix')
    dirty.data_type = 'RGBA'
    dirty.blend_type = 'MULTIPLY'
    dirty.inputs['Factor'].default_value = chance.uniform(0.2, 0.9)
    links.new(choose.outputs['Color'], dirty.inputs[6])
    links.new(grime.outputs['Color'], dirty.inputs[7])
    links.new(dirty.outputs[2], bsdf.inputs['Base Color'])
    bsdf.inputs['Roughness'].default_value = chance.uniform(0.3, 0.85)
    bsdf.inputs['Specular'].default_value = chance.uniform(0.2, 0.6)
    bsdf.inputs['Metallic'].default_value = 0.5 if chance.maybe(0.08) else 0.0
    _bump(nodes, links, bsdf, tone.outputs[0], 0.6, 0.35)
    return material
