"""The outdoor unit of a split system, with what connects it to the house."""
from math import cos, pi, sin

from .solids import at, box, cyl, holed, hose, lathe, mesh, ring, rounded, slab, tube

WIDE, TALL = 0.84, 0.86


def condenser(open_panel=False):
    """A louvred top-discharge unit on its pad, 0.84 m square; service corner at front right."""
    slab("concrete", rounded(WIDE + 0.24, WIDE + 0.24, 0.05), 0, 0.08, 0.015)
    with at(z=0.08):
        slab("fins", rounded(WIDE - 0.02, WIDE - 0.02, 0.06), 0, 0.05, 0.01)
        if open_panel:
            _open_core()
        else:
            slab("fins", rounded(WIDE - 0.1, WIDE - 0.1, 0.06), 0.04, TALL - 0.08, 0)
        for side in range(4):
            with at(turn=90 * side):
                _louvres(from_x=-0.33, to_x=(-0.02 if open_panel else 0.13) if side == 0 else 0.33)
                with at(x=WIDE / 2 - 0.045, y=-WIDE / 2 + 0.045):
                    slab("cabinet", rounded(0.09, 0.09, 0.04), 0.03, TALL - 0.05, 0.006)
        if not open_panel:
            service_panel()
        fan_top(TALL - 0.02)


def _louvres(from_x, to_x):
    """Tilted slats with a hem, one mesh for the whole face."""
    count, front = 15, -WIDE / 2
    pitch = (TALL - 0.15) / count
    verts, faces = [], []
    for i in range(count):
        z, b = 0.085 + i * pitch, len(verts)
        for x in (from_x - 0.03, to_x + 0.03):
            verts += [(x, front + 0.004, z), (x, front + 0.004, z + 0.010), (x, front + 0.045, z + 0.042),
                      (x, front + 0.045, z + 0.034)]
        faces += [(b, b + 4, b + 5, b + 1), (b + 1, b + 5, b + 6, b + 2), (b, b + 3, b + 7, b + 4)]
    mesh("cabinet", verts, faces, smooth=False)
    middle, wide = (from_x + to_x) / 2, to_x - from_x
    for x in (middle,) if wide < 0.5 else (middle - wide / 6, middle + wide / 6):
        box("cabinet", x, front + 0.008, 0.06, 0.014, 0.014, TALL - 0.1, 0.003)
    box("cabinet", middle, front + 0.024, 0.03, wide + 0.06, 0.04, 0.05, 0.006)
    box("cabinet", middle, front + 0.024, TALL - 0.075, wide + 0.06, 0.04, 0.05, 0.006)


def service_panel():
    """The removable corner panel with its maker's band and cable knockout."""
    x, y = 0.265, -WIDE / 2 - 0.002
    box("cabinet", x, y + 0.012, 0.05, 0.23, 0.03, TALL - 0.1, 0.008)
    box("blue", x, y - 0.005, TALL - 0.2, 0.15, 0.008, 0.07, 0.003)
    box("white", x, y - 0.004, TALL - 0.36, 0.12, 0.004, 0.10, 0.002)
    for i in range(4):
        box("fins", x, y - 0.0065, TALL - 0.345 + i * 0.02, 0.09, 0.002, 0.006, 0)
    for dx, z in ((-0.09, 0.1), (0.09, 0.1), (-0.09, TALL - 0.1), (0.09, TALL - 0.1)):
        cyl("steel", x + dx, y - 0.003, z, 0.009, 0.008, 0.002, 12, "y")


def _open_core():
    """Coil on three sides; compressor, accumulator, contactor and capacitor in the open corner."""
    half = WIDE / 2 - 0.05
    box("fins", -half, 0, 0.05, 0.04, 2 * half, TALL - 0.1, 0)
    box("fins", 0, half, 0.05, 2 * half, 0.04, TALL - 0.1, 0)
    box("zinc", half, -0.02, 0.05, 0.04, 2 * half, TALL - 0.1, 0)
    box("fins", -0.2, -half, 0.05, 0.42, 0.04, TALL - 0.1, 0)
    box("zinc", 0.03, -0.23, 0.05, 0.01, 0.28, TALL - 0.1, 0.002)
    box("ice", 0.2, -0.09, 0.05, 0.36, 0.01, TALL - 0.1, 0.002)
    with at(x=0.2, y=-0.25, z=0.05):
        lathe("blue", [(0.115, 0), (0.125, 0.02), (0.125, 0.24), (0.10, 0.30), (0.03, 0.325)], 40)
        tube("copper", [(0.06, -0.04, 0.29), (0.06, -0.04, 0.37), (0.10, 0.09, 0.37), (0.10, 0.09, 0.1)], 0.010, 0.04)
    with at(x=0.2, y=-0.30, z=0.43):
        box("zinc", 0, 0.08, 0, 0.22, 0.02, 0.36, 0.004)
        box("rubber", -0.05, 0.03, 0.2, 0.085, 0.09, 0.1, 0.008)
        for dx in (-0.075, -0.05, -0.025):
            cyl("brass", dx, -0.02, 0.285, 0.008, 0.012, 0.002, 12, "y")
        cyl("steel", 0.06, 0.015, 0.13, 0.034, 0.17, 0.01, 32)
        for dx, mat in ((-0.015, "warm"), (0, "blue"), (0.015, "white")):
            hose(mat, [(0.06 + dx, 0.0, 0.30), (0.05 + dx, -0.03, 0.345), (-0.03 + dx, -0.03, 0.345),
                       (-0.05 + dx, -0.015, 0.30)], 0.006)
            hose(mat, [(-0.05 + dx, -0.015, 0.2), (-0.04 + dx, -0.03, 0.1), (0.0 + dx, -0.0, -0.04),
                       (0.0 + dx, 0.02, -0.1)], 0.006)


def fan_top(z):
    """Cap, orifice ring, swept blades and the domed wire guard over them."""
    holed("cabinet", WIDE + 0.03, WIDE + 0.03, 0.345, z, 0.06, 0.07, 0.014)
    cyl("fins", 0, 0, z + 0.005, 0.345, 0.004, 0.001, 64)
    for k in range(4):
        with at(z=z + 0.03, turn=90 * k + 20):
            verts = []
            for i in range(9):
                r, sweep = 0.07 + 0.262 * i / 8, 0.5 * (i / 8) ** 2
                for j in (-1, 1):
                    a = sweep + j * (0.30 + 0.08 * i / 8)
                    verts.append((r * cos(a), r * sin(a), 0.012 * j))
            blade = mesh("mid", verts, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(8)])
            thick = blade.modifiers.new("thickness", "SOLIDIFY")
            thick.thickness = 0.004
    cyl("navy", 0, 0, z + 0.02, 0.085, 0.045, 0.01)
    ring("steel", 0, 0, z + 0.062, 0.352, 0.008, 96)
    for i in range(1, 9):
        r = 0.345 * i / 9
        ring("steel", 0, 0, z + 0.062 + 0.034 * (1 - (r / 0.345) ** 2), r, 0.0042, 72)
    for k in range(8):
        a = pi * k / 4 + pi / 8
        path = [(r * cos(a), r * sin(a), z + 0.062 + 0.034 * (1 - (r / 0.345) ** 2) - 0.004)
                for r in (0.352, 0.27, 0.18, 0.09, 0.03)]
        tube("steel", path, 0.005)
    # The guard's blank middle, where the fan motor hangs.
    with at(z=z + 0.095):
        lathe("blue", [(0.075, 0), (0.075, 0.008), (0.06, 0.014)], 40)


def service_valves(x=WIDE / 2 - 0.01, y=-0.18):
    """Liquid and suction valves low on the right side, with their caps."""
    for dy, r in ((0, 0.016), (0.09, 0.024)):
        with at(x=x, y=y + dy, z=0.22):
            cyl("brass", 0, 0, 0, r, 0.07, 0.004, 16, "x")
            cyl("brass", 0.045, 0, -0.005, r * 0.9, 0.055, 0.005, 6)
            cyl("brass", 0.045, -0.045, 0.0, 0.011, 0.045, 0.003, 12, "y")


def line_set(route):
    """From the valves along the route: insulated suction line, bare liquid line strapped beside it."""
    tube("rubber", [(0.47, -0.09, 0.22), (0.57, -0.09, 0.22), *route], 0.029, 0.08)
    beside = [(x + 0.07, y, z - 0.04) for x, y, z in route]
    tube("copper", [(0.47, -0.18, 0.2), (0.64, -0.18, 0.18), *beside], 0.0135, 0.06)


def disconnect():
    """The pull-out disconnect on a wall that faces -y: back at y=0, bottom at z=0."""
    box("cabinet", 0, -0.05, 0, 0.17, 0.10, 0.28, 0.012)
    box("cabinet", 0, -0.108, 0.02, 0.15, 0.02, 0.24, 0.008)
    box("warm", 0, -0.122, 0.11, 0.07, 0.012, 0.028, 0.004)
    cyl("steel", 0, -0.05, -0.03, 0.02, 0.04, 0.004, 16)


def whip(start, end, sag=0.12):
    """Flexible conduit from the disconnect to the unit."""
    (x0, y0, z0), (x1, y1, z1) = start, end
    hose("steel", [start, (x0, y0, z0 - sag), ((x0 + x1) / 2, (y0 + y1) / 2 - 0.03, min(z0, z1) - sag), end], 0.016)
