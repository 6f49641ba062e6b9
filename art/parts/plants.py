"""Florida's garden: palms, shrubs, grass and the lawn that a scene stands on."""
from math import cos, pi, sin, sqrt
from random import Random

from mathutils import Vector

from .solids import at, lathe, mesh, rounded, slab


def palm(height=3.0, lean=0.3, seed=1, spread=1.0):
    """A feather palm: ringed trunk, crown shaft, arching fronds of separate leaflets."""
    rnd, stout = Random(seed), min(1.0, height / 2.5)
    steps, rings, verts, faces = 40, 16, [], []
    for i in range(steps + 1):
        t = i / steps
        r = stout * (0.12 - 0.045 * t + 0.05 * max(0, 0.12 - t) / 0.12) * (1.0 if i % 2 else 0.93)
        x = lean * t * t
        verts += [(x + r * cos(2 * pi * k / rings), r * sin(2 * pi * k / rings), height * t) for k in range(rings)]
    for i in range(steps):
        for k in range(rings):
            a, b = i * rings + k, i * rings + (k + 1) % rings
            faces.append((a, b, b + rings, a + rings))
    mesh("trunk", verts, faces)
    with at(x=lean, z=height - 0.05):
        lathe("leaf_light", [(0.075, 0), (0.085, 0.1), (0.05, 0.32), (0.02, 0.4)], 20)
    count = 13
    for k in range(count):
        upright = k % 3 == 0
        with at(x=lean, z=height + 0.2, turn=360 * k / count + rnd.uniform(-10, 10)):
            _frond(rnd, (rnd.uniform(0.95, 1.15) if not upright else 0.85) * spread, 0.75 if upright else 0.42,
                   "leaf" if k % 2 else "leaf_light")


def _frond(rnd, length, rise, mat):
    """A rib that arches along +x, with a leaflet to each side at every step."""
    verts, faces, steps = [], [], 17

    def rib(t):
        return Vector((length * (t - 0.12 * t ** 3), 0, length * (rise * t - (rise + 0.55) * t ** 2.2)))

    for i in range(1, steps + 1):
        t = i / steps
        p, ahead = rib(t), (rib(t + 0.02) - rib(t)).normalized()
        reach = length * 0.36 * sin(pi * min(0.08 + 0.86 * t, 1)) ** 0.7
        for side in (-1, 1):
            tip = p + ahead * reach * 0.62 + Vector((0, side * reach * 0.78, -reach * (0.28 + rnd.uniform(0, 0.15))))
            wide = ahead * (length * 0.024)
            b = len(verts)
            verts += [p - wide, p + wide, p.lerp(tip, 0.5) + wide * 1.15 + Vector((0, 0, reach * 0.09)), tip,
                      p.lerp(tip, 0.5) - wide * 1.15 + Vector((0, 0, reach * 0.09))]
            faces.append((b, b + 1, b + 2, b + 3, b + 4))
    for i in range(steps):
        b = len(verts)
        for t in (i / steps, (i + 1) / steps):
            p, w = rib(t), 0.014 * length * (1.1 - t)
            verts += [p + Vector((0, w, 0)), p + Vector((0, 0, w * 1.4)), p - Vector((0, w, 0))]
        faces += [(b, b + 3, b + 4, b + 1), (b + 1, b + 4, b + 5, b + 2)]
    mesh(mat, verts, faces, smooth=False)


def shrub(r=0.3, seed=1, flowers=None):
    """A clipped bush of small leaves round a dark heart; flowers is a material name."""
    rnd = Random(seed)
    with at(z=r * 0.72):
        lathe("leaf", [(r * 0.88 * cos(a), r * 0.82 * sin(a)) for a in (-0.9, -0.5, 0, 0.4, 0.8, 1.15, 1.5)], 20)
    for mat, count, size in (("leaf", 150, 0.2), ("leaf_light", 120, 0.2), (flowers, 60, 0.17)):
        if mat:
            _scatter(rnd, mat, r, count, size)


def _scatter(rnd, mat, r, count, size):
    verts, faces = [], []
    for _ in range(count):
        up, a = rnd.uniform(-0.6, 1), rnd.uniform(0, 2 * pi)
        flat = sqrt(1 - up * up)
        out = Vector((cos(a) * flat, sin(a) * flat, up))
        centre = Vector((0, 0, r * 0.72)) + out * r * rnd.uniform(0.86, 1.02)
        if centre.z < 0.03:
            continue
        tilt = (out + Vector([rnd.uniform(-0.6, 0.6) for _ in range(3)])).normalized()
        u = tilt.orthogonal().normalized()
        v = tilt.cross(u)
        spin = rnd.uniform(0, pi)
        u, v = u * cos(spin) + v * sin(spin), v * cos(spin) - u * sin(spin)
        s, b = r * size * rnd.uniform(0.7, 1.2), len(verts)
        verts += [centre + u * s, centre + v * s * 0.55 + tilt * s * 0.15, centre - u * s,
                  centre - v * s * 0.55 + tilt * s * 0.15]
        faces.append((b, b + 1, b + 2, b + 3))
    mesh(mat, verts, faces, smooth=False)


def grass(x, y, seed=1, blades=9, tall=0.12):
    """A tuft, to break a clean edge."""
    rnd, verts, faces = Random(seed), [], []
    for _ in range(blades):
        a, h = rnd.uniform(0, 2 * pi), tall * rnd.uniform(0.6, 1)
        foot = Vector((x + rnd.uniform(-0.05, 0.05), y + rnd.uniform(-0.05, 0.05), 0))
        side, b = Vector((-sin(a), cos(a), 0)) * 0.012, len(verts)
        verts += [foot - side, foot + side, foot + Vector((cos(a) * h * 0.5, sin(a) * h * 0.5, h))]
        faces.append((b, b + 1, b + 2))
    mesh("leaf_light", verts, faces, smooth=False)


def lawn(sx, sy, corner=0.6, thick=0.14):
    """The turf slab under an outdoor scene; its top is z = 0 once placed at(z=thick)."""
    slab("white", rounded(sx, sy, corner, 14), 0, thick * 0.5, 0.03)
    slab("grass", rounded(sx + 0.02, sy + 0.02, corner, 14), thick * 0.4, thick * 0.6, 0.035)
