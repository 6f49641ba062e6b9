"""Bevelled solids in metres, placed through a stack of transforms.

`with at(x, y, z, turn=30):` moves everything made inside it, so a part is
modelled once round its own origin and placed by whoever uses it.
Angles are degrees. Boxes and upright cylinders stand on their z.
"""
from contextlib import contextmanager
from math import cos, pi, radians, sin

import bpy
from mathutils import Euler, Matrix, Vector

from .materials import material

_stack = [Matrix.Identity(4)]


@contextmanager
def at(x=0.0, y=0.0, z=0.0, turn=0.0, tilt=0.0, lean=0.0, scale=1.0):
    """Place what is made inside: turn about z, tilt about x, lean about y."""
    here = Matrix.Translation((x, y, z)) @ Euler(
        (radians(tilt), radians(lean), radians(turn))).to_matrix().to_4x4() @ Matrix.Scale(scale, 4)
    _stack.append(_stack[-1] @ here)
    try:
        yield
    finally:
        _stack.pop()


def mesh(mat, verts, faces, bevel=0.0, smooth=True, segments=2):
    """Any mesh; a bevel catches light on every edge sharper than 35 degrees."""
    data = bpy.data.meshes.new(mat)
    data.from_pydata([tuple(v) for v in verts], [], faces)
    data.update()
    data.materials.append(material(mat))
    made = bpy.data.objects.new(mat, data)
    made.matrix_world = _stack[-1]
    bpy.context.scene.collection.objects.link(made)
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
        data.use_auto_smooth = True
        data.auto_smooth_angle = radians(35)
    if bevel:
        edge = made.modifiers.new("edge", "BEVEL")
        edge.width, edge.segments = bevel, segments
        edge.limit_method, edge.angle_limit = "ANGLE", radians(35)
        edge.harden_normals = smooth
    return made


def box(mat, x, y, z, sx, sy, sz, bevel=0.012, segments=2):
    """A box centred on x, y and standing on z."""
    a, b = sx / 2, sy / 2
    verts = [(x + i * a, y + j * b, z + k * sz) for k in (0, 1) for j in (-1, 1) for i in (-1, 1)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]
    return mesh(mat, verts, faces, min(bevel, min(sx, sy, sz) * 0.45), segments=segments)


def prism(mat, outline, depth, bevel=0.012, segments=2):
    """An outline of (x, z) points, anticlockwise seen from -y, given depth along +y."""
    n = len(outline)
    verts = [(x, 0, z) for x, z in outline] + [(x, depth, z) for x, z in outline]
    faces = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1))]
    faces += [(i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n)]
    return mesh(mat, verts, faces, bevel, segments=segments)


def slab(mat, outline, z, height, bevel=0.012, segments=3):
    """An outline of (x, y) points, anticlockwise from above, given height."""
    n = len(outline)
    verts = [(x, y, z) for x, y in outline] + [(x, y, z + height) for x, y in outline]
    faces = [tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return mesh(mat, verts, faces, bevel, segments=segments)


def rounded(sx, sy, r, n=10, x=0.0, y=0.0):
    """The outline of a rectangle with round corners."""
    points = []
    for k, (i, j) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        for step in range(n + 1):
            a = (k + step / n) * pi / 2
            points.append((x + i * (sx / 2 - r) + r * cos(a), y + j * (sy / 2 - r) + r * sin(a)))
    return points


def lathe(mat, profile, n=48, bevel=0.0):
    """Turn a profile of (radius, z) points, from bottom to top, round the z axis."""
    verts, faces = [], []
    for r, z in profile:
        verts += [(r * cos(2 * pi * k / n), r * sin(2 * pi * k / n), z) for k in range(n)]
    for i in range(len(profile) - 1):
        for k in range(n):
            a, b = i * n + k, i * n + (k + 1) % n
            faces.append((a, b, b + n, a + n))
    faces.append(tuple(range(n - 1, -1, -1)))
    faces.append(tuple(range((len(profile) - 1) * n, len(profile) * n)))
    return mesh(mat, verts, faces, bevel)


def cyl(mat, x, y, z, r, h, bevel=0.008, n=48, axis="z"):
    """A cylinder standing on z, or lying from (x, y, z) along +x or +y."""
    turn = {"z": (0, 0), "x": (0, 90), "y": (-90, 0)}[axis]
    with at(x, y, z, tilt=turn[0], lean=turn[1]):
        return lathe(mat, [(r, 0), (r, h)], n, min(bevel, r * 0.45, h * 0.45))


def ring(mat, x, y, z, radius, wire, n=64, axis="z"):
    """A torus round the axis, centred on its point."""
    m, verts, faces = 10, [], []
    for i in range(n):
        a = 2 * pi * i / n
        for j in range(m):
            b = 2 * pi * j / m
            d = radius + wire * cos(b)
            verts.append((d * cos(a), d * sin(a), wire * sin(b)))
    for i in range(n):
        for j in range(m):
            a, b = i * m, ((i + 1) % n) * m
            faces.append((a + j, b + j, b + (j + 1) % m, a + (j + 1) % m))
    turn = {"z": (0, 0), "x": (0, 90), "y": (-90, 0)}[axis]
    with at(x, y, z, tilt=turn[0], lean=turn[1]):
        return mesh(mat, verts, faces)


def tube(mat, points, r, bend=0.0):
    """A pipe through the points; bend is the radius of its elbows."""
    path = _elbows([Vector(p) for p in points], bend) if bend else [Vector(p) for p in points]
    data = bpy.data.curves.new(mat, "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution = "3D", r, 5
    data.use_fill_caps = True
    line = data.splines.new("POLY")
    line.points.add(len(path) - 1)
    for point, p in zip(line.points, path):
        point.co = (*p, 1)
    line.use_smooth = True
    data.materials.append(material(mat))
    made = bpy.data.objects.new(mat, data)
    made.matrix_world = _stack[-1]
    bpy.context.scene.collection.objects.link(made)
    return made


def hose(mat, points, r, steps=14):
    """A supple tube: a smooth curve through the points."""
    return tube(mat, smooth_path(points, steps), r)


def smooth_path(points, steps=14):
    """Points along the Catmull-Rom curve through the given ones."""
    p = [Vector(q) for q in points]
    path = []
    for i in range(len(p) - 1):
        a, b, c, d = p[max(i - 1, 0)], p[i], p[i + 1], p[min(i + 2, len(p) - 1)]
        for k in range(steps):
            t = k / steps
            path.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                               + (3 * b - a - 3 * c + d) * t ** 3))
    return path + [p[-1]]


def _elbows(p, bend):
    path = [p[0]]
    for a, b, c in zip(p, p[1:], p[2:]):
        into, out = (b - a), (c - b)
        cut = min(bend, into.length * 0.48, out.length * 0.48)
        start, end = b - into.normalized() * cut, b + out.normalized() * cut
        for k in range(9):
            t = k / 8
            path.append((1 - t) ** 2 * start + 2 * t * (1 - t) * b + t * t * end)
    return path + [p[-1]]


def holed(mat, sx, sy, r, z, height, corner=0.05, bevel=0.01, n=96):
    """A rounded plate with a round hole of radius r in its middle."""
    verts, faces = [], []
    for level in (z, z + height):
        for k in range(n):
            a = 2 * pi * k / n
            verts.append((*_on_rounded(a, sx / 2, sy / 2, corner), level))
        verts += [(r * cos(2 * pi * k / n), r * sin(2 * pi * k / n), level) for k in range(n)]
    for k in range(n):
        m = (k + 1) % n
        o, i, top, hole = k, n + k, 2 * n + k, 3 * n + k
        o2, i2, top2, hole2 = m, n + m, 2 * n + m, 3 * n + m
        faces += [(top, top2, hole2, hole), (o, i, i2, o2), (o, o2, top2, top), (i, hole, hole2, i2)]
    return mesh(mat, verts, faces, bevel)


def _on_rounded(a, hx, hy, corner):
    """Where the ray at angle a leaves a rounded rectangle of half sizes hx, hy."""
    c, s = cos(a), sin(a)
    t = min(hx / abs(c) if abs(c) > 1e-9 else 1e9, hy / abs(s) if abs(s) > 1e-9 else 1e9)
    x, y = t * c, t * s
    cx, cy = max(abs(x) - (hx - corner), 0), max(abs(y) - (hy - corner), 0)
    if cx and cy:
        reach = (cx * cx + cy * cy) ** 0.5
        if reach > corner:
            x = (hx - corner + cx / reach * corner) * (1 if x > 0 else -1)
            y = (hy - corner + cy / reach * corner) * (1 if y > 0 else -1)
    return x, y


def words(mat, text, x, y, z, size, depth=0.002, align="CENTER"):
    """Upright lettering that faces -y."""
    data = bpy.data.curves.new(mat, "FONT")
    data.body, data.size, data.extrude = text, size, depth
    data.align_x, data.align_y = align, "CENTER"
    data.materials.append(material(mat))
    made = bpy.data.objects.new(mat, data)
    made.matrix_world = _stack[-1] @ Matrix.Translation((x, y, z)) @ Matrix.Rotation(pi / 2, 4, "X")
    bpy.context.scene.collection.objects.link(made)
    return made


def ribbon(mat, points, width, phase=0.0, twist=0.5, flat=False):
    """A strand of the breeze: a band that swells, twists and thins out; on edge, or flat to its bend."""
    path = smooth_path(points, 30)
    n, verts = len(path) - 1, []
    up = Vector((0, 0, 1))
    for i, p in enumerate(path):
        half = width / 2 * max(sin(pi * i / n), 0.0) ** 0.6 + 0.001
        a = twist * sin(i / n * 6 + phase) + (pi / 2 if flat else 0)
        along = (path[min(i + 1, n)] - path[max(i - 1, 0)]).normalized()
        # Carrying the frame along keeps the band steady where it falls straight down.
        up = (up - along * up.dot(along)).normalized()
        across = up * cos(a) + along.cross(up) * sin(a)
        verts += [p + across * half, p - across * half]
    made = mesh(mat, verts, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(n)])
    # Air throws no shadow.
    made.visible_shadow = False
    thick = made.modifiers.new("thickness", "SOLIDIFY")
    thick.thickness, thick.offset = width * 0.1, 0
    return made
