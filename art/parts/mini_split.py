"""Ductless: the indoor head and the inverter outdoor unit."""
from math import cos, pi, sin

from .solids import at, box, cyl, mesh, prism, ring, rounded, slab, tube


def indoor_head(wide=0.92):
    """A high-wall head on a wall that faces -y; centred on x, bottom at z = 0, vane open."""
    outline = [(0, 0.0), (-0.10, 0.005), (-0.185, 0.045), (-0.215, 0.10), (-0.215, 0.26), (-0.20, 0.285), (0, 0.29)]
    with at(x=wide / 2, turn=90):
        prism("white", outline[::-1], wide, 0.018, 3)
    box("navy", 0, -0.135, 0.013, wide - 0.12, 0.075, 0.02, 0.004)
    with at(y=-0.172, z=0.012, tilt=38):
        box("white", 0, 0, -0.004, wide - 0.13, 0.085, 0.008, 0.003)
    box("fins", 0, -0.09, 0.288, wide - 0.1, 0.12, 0.006, 0.001)
    for i in range(13):
        box("white", 0, -0.035 - i * 0.0095, 0.29, wide - 0.1, 0.004, 0.008, 0.001)
    box("fins", 0, -0.2165, 0.094, wide - 0.02, 0.003, 0.003, 0)
    box("display", wide / 2 - 0.16, -0.217, 0.15, 0.055, 0.003, 0.02, 0.001)
    box("sky", -wide / 2 + 0.14, -0.2165, 0.15, 0.10, 0.003, 0.014, 0.001)


def outdoor_unit(wide=0.82, deep=0.32, tall=0.62):
    """A side-discharge inverter unit on feet, facing -y."""
    for x in (-wide / 2 + 0.14, wide / 2 - 0.14):
        box("steel", x, 0, 0, 0.05, deep + 0.06, 0.05, 0.01)
    with at(z=0.05):
        slab("cabinet", rounded(wide, deep, 0.035), 0, tall, 0.014)
        with at(x=-0.1, y=-deep / 2 - 0.001, z=tall / 2):
            cyl("fins", 0, -0.004, 0, 0.255, 0.008, 0.002, 72, "y")
            for k in range(3):
                with at(lean=120 * k + 25):
                    verts = []
                    for i in range(9):
                        r, sweep = 0.05 + 0.19 * i / 8, 0.6 * (i / 8) ** 1.5
                        for j in (-1, 1):
                            a = sweep + j * (0.34 + 0.1 * i / 8)
                            verts.append((r * sin(a), -0.012 - 0.006 * j, r * cos(a)))
                    mesh("mid", verts, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(8)])
            cyl("navy", 0, -0.03, 0, 0.06, 0.03, 0.008, 40, "y")
            for i in range(1, 10):
                ring("cabinet", 0, -0.034, 0, 0.262 * i / 9, 0.0042, 72, "y")
            for k in range(6):
                a = pi * k / 6
                tube("cabinet", [(0.262 * cos(a), -0.03, 0.262 * sin(a)), (-0.262 * cos(a), -0.03, -0.262 * sin(a))], 0.005)
        box("blue", wide / 2 - 0.1, -deep / 2 - 0.003, tall - 0.12, 0.11, 0.006, 0.045, 0.002)
        box("cabinet", wide / 2 - 0.005, 0.02, 0.08, 0.03, 0.2, 0.22, 0.01)
