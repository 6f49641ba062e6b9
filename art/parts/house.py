"""The Breezeway house: lap siding, standing-seam roofs, windows, doors, porch posts."""
from mathutils import Vector

from .solids import at, box, cyl, mesh, prism, rounded, slab, tube


def siding(mat, sx, sy, height, board=0.16):
    """Lap siding round a rectangular body that stands on the origin."""
    verts, faces, count = [], [], max(1, round(height / board))
    pitch = height / count
    for i in range(count):
        b = len(verts)
        for z, out in ((i * pitch, 0.038), ((i + 1) * pitch, 0.004)):
            a, c = sx / 2 + out, sy / 2 + out
            verts += [(-a, -c, z), (a, -c, z), (a, c, z), (-a, c, z)]
        faces += [(b + k, b + (k + 1) % 4, b + 4 + (k + 1) % 4, b + 4 + k) for k in range(4)]
        faces.append((b + 3, b + 2, b + 1, b))
    mesh(mat, verts, faces, smooth=False)
    box(mat, 0, 0, 0, sx, sy, height, 0)
    for x in (-1, 1):
        for y in (-1, 1):
            box("white", x * (sx / 2 + 0.005), y * (sy / 2 + 0.005), 0, 0.12, 0.12, height, 0.01)
    box("concrete", 0, 0, -0.02, sx + 0.1, sy + 0.1, 0.12, 0.02)


def standing_seam(corners, spacing, mat="roof"):
    """One roof plane (eave left, eave right, then the top, anticlockwise) with its standing seams."""
    p = [Vector(c) for c in corners]
    along = (p[1] - p[0]).normalized()
    normal = along.cross(p[-1] - p[0]).normalized()
    up = normal.cross(along)
    flat = [((q - p[0]).dot(along), (q - p[0]).dot(up)) for q in p]
    mesh(mat, p, [tuple(range(len(p)))], smooth=False)
    wide = flat[1][0]
    count = max(1, round(wide / spacing))
    verts, faces = [], []
    for i in range(1, count):
        s = wide * i / count
        top = _height_at(s, flat)
        if top < 0.12:
            continue
        b = len(verts)
        for t in (0, top - 0.02):
            base = p[0] + along * s + up * t
            verts += [base - along * 0.016, base + along * 0.016,
                      base + along * 0.012 + normal * 0.045, base - along * 0.012 + normal * 0.045]
        faces += [(b, b + 1, b + 5, b + 4), (b + 1, b + 2, b + 6, b + 5), (b + 2, b + 3, b + 7, b + 6),
                  (b + 3, b, b + 4, b + 7), (b, b + 3, b + 2, b + 1)]
    if verts:
        mesh(mat, verts, faces, smooth=False)


def _height_at(s, flat):
    """How far up the slope a seam at s along the eave can run inside the outline."""
    for (s0, t0), (s1, t1) in zip(flat[1:], flat[2:] + flat[:1]):
        low, high = min(s0, s1), max(s0, s1)
        if low <= s <= high and high - low > 1e-6:
            return t0 + (t1 - t0) * (s - s0) / (s1 - s0)
    return 0


def hip_roof(sx, sy, rise, over=0.32, spacing=0.34):
    """A hip roof whose ridge runs along x (or a pyramid); eaves at z = 0."""
    a, b = sx / 2 + over, sy / 2 + over
    r = max(a - b, 0.02)
    e = [Vector(v) for v in ((-a, -b, 0), (a, -b, 0), (a, b, 0), (-a, b, 0))]
    left, right = Vector((-r, 0, rise)), Vector((r, 0, rise))
    standing_seam([e[0], e[1], right, left], spacing)
    standing_seam([e[1], e[2], right], spacing)
    standing_seam([e[2], e[3], left, right], spacing)
    standing_seam([e[3], e[0], left], spacing)
    for corner, peak in ((e[0], left), (e[3], left), (e[1], right), (e[2], right)):
        tube("roof", [corner, peak], 0.038)
    tube("roof", [left, right], 0.042)
    eaves(a, b)


def gable_roof(sx, sy, rise, over=0.25, spacing=0.34, ends=0.05):
    """A gable roof whose ridge runs along x; eaves at z = 0."""
    a, b = sx / 2 + ends, sy / 2 + over
    standing_seam([(-a, -b, 0), (a, -b, 0), (a, 0, rise), (-a, 0, rise)], spacing)
    standing_seam([(a, b, 0), (-a, b, 0), (-a, 0, rise), (a, 0, rise)], spacing)
    tube("roof", [(-a, 0, rise), (a, 0, rise)], 0.042)
    mesh("ice", [(-a + 0.02, -b, -0.02), (-a + 0.02, b, -0.02), (-a + 0.02, 0, rise - 0.02),
                 (a - 0.02, -b, -0.02), (a - 0.02, b, -0.02), (a - 0.02, 0, rise - 0.02)],
         [(0, 2, 1), (3, 4, 5)], smooth=False)
    eaves(a, b)


def eaves(a, b):
    """Soffit, white fascia and gutter under a roof of half sizes a, b."""
    box("white", 0, 0, -0.15, 2 * a - 0.05, 2 * b - 0.05, 0.15, 0.015)
    box("white", 0, 0, -0.035, 2 * a + 0.03, 2 * b + 0.03, 0.045, 0.018)


def window(wide, tall, shutters=None, pane="glass"):
    """A sash window on a wall that faces -y; sill at z = 0, wall at y = 0."""
    box("white", 0, -0.03, 0, wide + 0.16, 0.10, tall + 0.14, 0.015)
    box(pane, 0, -0.065, 0.07, wide, 0.04, tall, 0.004)
    box("white", 0, -0.085, 0.07, 0.035, 0.02, tall, 0.006)
    box("white", 0, -0.09, 0.07 + tall * 0.5, wide, 0.03, 0.045, 0.008)
    box("white", 0, -0.07, -0.03, wide + 0.26, 0.16, 0.06, 0.015)
    if shutters:
        for side in (-1, 1):
            _shutter(side * (wide / 2 + 0.24), tall + 0.12, shutters)


def _shutter(x, tall, mat):
    box(mat, x, -0.03, 0, 0.26, 0.04, tall, 0.01)
    for dx in (-0.11, 0.11):
        box(mat, x + dx, -0.055, 0, 0.045, 0.03, tall, 0.006)
    for z in (0, tall / 2 - 0.03, tall - 0.06):
        box(mat, x, -0.055, z, 0.26, 0.03, 0.06, 0.006)
    for i in range(int(tall / 0.06)):
        with at(x=x, y=-0.05, z=0.03 + i * 0.06, tilt=-35):
            box(mat, 0, 0, 0, 0.19, 0.012, 0.045, 0.002)


def door(mat="blue", wide=0.85, tall=1.9):
    """A panelled front door with a glazed top and side light, on a wall that faces -y."""
    box("white", 0, -0.03, 0, wide + 0.2, 0.12, tall + 0.12, 0.015)
    box(mat, 0, -0.07, 0.02, wide, 0.06, tall, 0.01)
    for x in (-0.2, 0.2):
        box(mat, x, -0.105, 0.16, 0.28, 0.02, 0.55, 0.012)
        box("glass", x, -0.102, tall - 0.95, 0.28, 0.02, 0.8, 0.006)
    cyl("brass", wide / 2 - 0.09, -0.15, 0.88, 0.032, 0.05, 0.01, 20, "y")
    box("concrete", 0, -0.12, -0.03, wide + 0.3, 0.22, 0.06, 0.015)


def cupola():
    """A louvred roof vent with a weather vane, to sit astride a ridge."""
    box("white", 0, 0, -0.25, 0.62, 0.62, 0.72, 0.015)
    for turn in (0, 90, 180, 270):
        with at(turn=turn):
            box("fins", 0, -0.312, 0.12, 0.4, 0.01, 0.27, 0)
            for i in range(6):
                with at(y=-0.318, z=0.13 + i * 0.047, tilt=-35):
                    box("white", 0, 0, 0, 0.4, 0.01, 0.04, 0.002)
    box("white", 0, 0, 0.43, 0.76, 0.76, 0.06, 0.015)
    with at(z=0.5):
        hip_roof(0.6, 0.6, 0.36, 0.12, 0.2)
    cyl("navy", 0, 0, 0.82, 0.016, 0.42, 0.004, 16)
    cyl("navy", 0, 0, 0.98, 0.04, 0.035, 0.012, 20)
    with at(z=1.12, turn=24):
        cyl("navy", -0.26, 0, 0, 0.013, 0.5, 0.003, 12, "x")
        with at(y=-0.008):
            prism("navy", [(0.36, 0), (0.2, 0.085), (0.2, -0.085)], 0.016, 0.003)
            prism("navy", [(-0.2, 0.0), (-0.32, 0.1), (-0.4, 0.1), (-0.3, 0), (-0.4, -0.1), (-0.32, -0.1)], 0.016, 0.003)


def planter(tall=0.4):
    """A tapered white pot; plant at its top."""
    slab("white", rounded(0.34, 0.34, 0.05), 0, tall, 0.02)
    slab("white", rounded(0.40, 0.40, 0.06), tall - 0.06, 0.07, 0.015)


def post(height, wide=0.14):
    """A square porch post with a base and a cap."""
    box("white", 0, 0, 0, wide, wide, height, 0.012)
    box("white", 0, 0, 0, wide + 0.07, wide + 0.07, 0.14, 0.015)
    box("white", 0, 0, height - 0.12, wide + 0.06, wide + 0.06, 0.12, 0.015)


def breezeway(span, deep, height):
    """The open passage that names the house: paved floor, posts, beam and its own roof."""
    box("concrete", 0, 0, 0, span, deep + 0.3, 0.1, 0.02)
    for x in (-span / 2 + 0.12, span / 2 - 0.12):
        for y in (-deep / 2, deep / 2):
            with at(x=x, y=y, z=0.1):
                post(height - 0.1)
    for y in (-deep / 2, deep / 2):
        box("white", 0, y, height - 0.16, span, 0.14, 0.18, 0.012)
    with at(z=height + 0.14):
        gable_roof(span, deep, 0.62)
