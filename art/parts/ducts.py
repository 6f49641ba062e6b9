"""Sheet-metal trunk, take-offs, insulated flex, plenums and the cleaning machine for them."""
from math import cos, pi, sin

from mathutils import Vector

from .solids import at, box, cyl, lathe, mesh, ring, rounded, slab, smooth_path


def trunk(length, wide, tall, joint=0.6):
    """A galvanised trunk along x with drive-cleat joints and cross-broken panels; bottom at z = 0."""
    box("zinc", 0, 0, 0, length, wide, tall, 0.008)
    sections = max(1, round(length / joint))
    for i in range(sections + 1):
        x = -length / 2 + i * length / sections
        box("steel", x, 0, -0.014, 0.03, wide + 0.028, tall + 0.028, 0.006)
    for i in range(sections):
        x0 = -length / 2 + i * length / sections + 0.03
        x1 = x0 + length / sections - 0.06
        _cross_break(x0, x1, -wide / 2, tall)


def _cross_break(x0, x1, y, tall):
    """The shallow pyramid that tinners crease into a panel so that it does not drum."""
    out = 0.012
    verts = [(x0, y, 0.02), (x1, y, 0.02), (x1, y, tall - 0.02), (x0, y, tall - 0.02), ((x0 + x1) / 2, y - out, tall / 2)]
    mesh("zinc", verts, [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)], smooth=False)


def collar(r=0.1, long=0.12):
    """A round take-off with its damper handle and beads, from a panel that faces -y."""
    cyl("steel", 0, -0.01, 0, r + 0.03, 0.012, 0.003, 40, "y")
    with at(tilt=90):
        lathe("zinc", [(r, 0), (r, long)], 40)
        for z in (long * 0.4, long * 0.7):
            ring("zinc", 0, 0, z, r, 0.006, 40)
    cyl("steel", r, -long * 0.35, 0, 0.01, 0.03, 0.002, 12, "x")
    box("warm", r + 0.035, -long * 0.35, -0.006, 0.012, 0.06, 0.012, 0.003)


def flex(points, r=0.12, mat="foil", pitch=0.045, steps=24):
    """Insulated flex: a corrugated jacket along a smooth curve."""
    path = _even(smooth_path(points, steps), pitch / 4)
    n, verts, faces = 28, [], []
    up = Vector((0, 0, 1))
    normal = None
    for i, p in enumerate(path):
        along = (path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)]).normalized()
        if normal is None:
            normal = along.cross(up if abs(along.z) < 0.9 else Vector((1, 0, 0))).normalized()
        normal = (normal - along * normal.dot(along)).normalized()
        other = along.cross(normal)
        swell = r * (1 + 0.06 * cos(2 * pi * i / 4))
        verts += [p + (normal * cos(2 * pi * k / n) + other * sin(2 * pi * k / n)) * swell for k in range(n)]
    for i in range(len(path) - 1):
        for k in range(n):
            a, b = i * n + k, i * n + (k + 1) % n
            faces.append((a, b, b + n, a + n))
    return mesh(mat, verts, faces)


def _even(path, step):
    """The same path with points a fixed step apart."""
    out, left = [path[0]], step
    for a, b in zip(path, path[1:]):
        length, done = (b - a).length, 0.0
        while length - done >= left:
            done += left
            out.append(a.lerp(b, done / length))
            left = step
        left -= length - done
    return out


def diffuser(size=0.4):
    """A stepped square ceiling diffuser that faces down; its flange top is z = 0."""
    for i in range(4):
        s = size * (1 - 0.23 * i)
        slab("white", rounded(s, s, 0.01), -0.02 - 0.012 * i, 0.02, 0.004)


def negative_air_machine():
    """The wheeled HEPA collector that holds a duct under suction while it is brushed."""
    with at(z=0.1):
        slab("blue", rounded(0.62, 0.56, 0.06), 0, 0.72, 0.02)
        slab("navy", rounded(0.64, 0.58, 0.06), 0, 0.06, 0.015)
        slab("white", rounded(0.56, 0.50, 0.06), 0.72, 0.05, 0.015)
        box("navy", 0, -0.285, 0.42, 0.34, 0.02, 0.2, 0.012)
        cyl("white", -0.08, -0.30, 0.53, 0.05, 0.012, 0.004, 40, "y")
        box("warm", -0.08, -0.304, 0.53, 0.004, 0.006, 0.038, 0.001)
        box("warm", 0.09, -0.30, 0.50, 0.05, 0.02, 0.06, 0.008)
        for i in range(7):
            box("navy", 0, -0.282, 0.12 + i * 0.032, 0.4, 0.012, 0.014, 0.003)
        for x in (-0.22, 0.22):
            cyl("steel", x, 0.2, 0.76, 0.014, 0.13, 0.004, 16)
        cyl("steel", -0.236, 0.2, 0.885, 0.014, 0.472, 0.004, 16, "x")
    for x in (-0.31, 0.31):
        for y in (-0.18, 0.2):
            with at(x=x, y=y, z=0.08):
                cyl("rubber", -0.025, 0, 0, 0.08, 0.05, 0.015, 32, "x")
                cyl("steel", -0.03, 0, 0, 0.035, 0.06, 0.006, 24, "x")


def whip_brush(r=0.13, long=0.2):
    """The rotary brush head, along +x from its shaft at the origin."""
    cyl("steel", 0, 0, 0, 0.018, long, 0.003, 20, "x")
    verts, faces = [], []
    count = 340
    for k in range(count):
        x, a = long * (0.1 + 0.85 * k / count), 2.39996 * k
        c, s, b = cos(a), sin(a), len(verts)
        verts += [(x - 0.002, 0.016 * c - 0.0016 * s, 0.016 * s + 0.0016 * c),
                  (x + 0.002, 0.016 * c + 0.0016 * s, 0.016 * s - 0.0016 * c),
                  (x + 0.006, r * c, r * s), (x - 0.002, r * c - 0.003 * s, r * s + 0.003 * c)]
        faces.append((b, b + 1, b + 2, b + 3))
    mesh("blue", verts, faces, smooth=False)
