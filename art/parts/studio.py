"""The studio that every picture shares: sun, sky, ground shadow, lens, framing."""
from dataclasses import dataclass
from math import cos, radians, sin

import bpy
import numpy
from mathutils import Vector

from .materials import forget, linear

SUN_FROM = Vector((-0.62, -0.68, 1.05))
# The darkest tone of the family, sRGB #071F3D: nothing is black.
NAVY_FLOOR = numpy.array((7, 31, 61), dtype=numpy.float32) / 255


@dataclass(frozen=True)
class View:
    """Where the camera stands (degrees round the subject and above it) and what it leaves free."""
    azimuth: float = 26
    elevation: float = 17
    margin: float = 0.035
    zoom: float = 1.0


def empty_studio():
    """A fresh scene with the family's sun and sky, and a ground that only takes shadows."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    forget()
    scene = bpy.context.scene
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    sky = world.node_tree.nodes["Background"].inputs
    sky["Color"].default_value = linear("#D5E9FA")
    sky["Strength"].default_value = 0.55
    scene.world = world

    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.color = 3.3, radians(3.5), (1, 0.93, 0.82)
    lamp = bpy.data.objects.new("sun", sun)
    lamp.rotation_euler = (-SUN_FROM).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(lamp)

    plane = bpy.data.meshes.new("ground")
    plane.from_pydata([(-60, -60, 0), (60, -60, 0), (60, 60, 0), (-60, 60, 0)], [], [(0, 1, 2, 3)])
    ground = bpy.data.objects.new("ground", plane)
    ground.is_shadow_catcher = True
    scene.collection.objects.link(ground)


def place_camera(view, aspect):
    """One lens for the family; the camera backs off until everything just fits."""
    scene = bpy.context.scene
    lens = bpy.data.cameras.new("camera")
    lens.lens = 62
    lens.clip_end = 500
    camera = bpy.data.objects.new("camera", lens)
    scene.collection.objects.link(camera)
    scene.camera = camera
    a, e = radians(view.azimuth), radians(view.elevation)
    back = Vector((sin(a) * cos(e), -cos(a) * cos(e), sin(e)))
    camera.rotation_euler = (-back).to_track_quat("-Z", "Y").to_euler()
    bpy.context.view_layer.update()
    turn = camera.rotation_euler.to_matrix().transposed()
    points = [turn @ p for p in _outline_points()]
    # In camera axes, a point at depth d fits if |x| <= d * half width of the view.
    half = 18 / lens.lens * (1 - 2 * view.margin)
    tan_x, tan_y = half, half / aspect
    cx, dx = _fit([(p.x, p.z) for p in points], tan_x)
    cy, dy = _fit([(p.y, p.z) for p in points], tan_y)
    centre = Vector((cx, cy, max(dx, dy)))
    # Zoom keeps the lens and only steps closer, for subjects that may leave the frame.
    nearest = max(p.z for p in points)
    centre.z = nearest + (centre.z - nearest) / view.zoom
    camera.location = turn.transposed() @ centre


def _fit(points, tan):
    """The sideways position and depth of a camera that just sees all (across, depth) points."""
    right = max(p + z * tan for p, z in points)
    left = min(p - z * tan for p, z in points)
    return (right + left) / 2, (right - left) / (2 * tan)


def _outline_points():
    shapes = bpy.context.evaluated_depsgraph_get()
    for thing in bpy.context.scene.objects:
        if thing.type not in {"MESH", "CURVE", "FONT"} or thing.is_shadow_catcher:
            continue
        solid = thing.evaluated_get(shapes)
        data = solid.to_mesh()
        for vertex in data.vertices:
            yield solid.matrix_world @ vertex.co
        solid.to_mesh_clear()


def render(path, width, height, samples):
    """Cycles on the CPU, on nothing: the page is the background."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.012
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 5
    scene.cycles.diffuse_bounces = 3
    scene.cycles.sample_clamp_indirect = 2
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.render.film_transparent = True
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "High Contrast"
    scene.view_settings.exposure = 0.42
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    _finish(path, width, height)


def _finish(path, width, height):
    """Turn the ground's black shadow into a light navy one that ends before the frame does."""
    image = bpy.data.images.load(path)
    pixels = numpy.empty(width * height * 4, dtype=numpy.float32)
    image.pixels.foreach_get(pixels)
    pixels = pixels.reshape(height, width, 4)
    colour, alpha = pixels[..., :3].copy(), pixels[..., 3].copy()
    # How much of a pixel is shadow; at an object's edge it is part shadow, part (bright) object.
    share = numpy.clip(1 - colour.max(axis=2) / 0.75, 0, 1) * (alpha < 0.995)
    # The light comes from the left: to the right the shadow is long, and needs room to end in.
    across = numpy.minimum(numpy.arange(width) / 0.11, numpy.arange(width)[::-1] / 0.28) / width
    down = numpy.minimum(numpy.arange(height), numpy.arange(height)[::-1]) / height / 0.11
    inside = numpy.clip(numpy.minimum(across[None, :], down[:, None]), 0, 1)
    # The floor of 0.05 also drops the sampling noise of open ground.
    soft = numpy.clip((alpha - 0.05) / 0.95, 0, 1) * 0.5 * inside * inside * (3 - 2 * inside)
    lighter = alpha * (1 - share) + soft * share
    kept = colour * (alpha / numpy.maximum(lighter, 1e-4))[..., None]
    pixels[..., 3] = lighter
    pixels[..., :3] = numpy.clip(numpy.maximum(kept, NAVY_FLOOR), 0, 1)
    image.pixels.foreach_set(pixels.ravel())
    image.file_format = "PNG"
    image.save()
