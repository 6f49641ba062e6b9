"""Runs inside Blender: blender -b -P art/draw.py -- scene width height samples out.png"""
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from parts.studio import View, empty_studio, place_camera, render  # noqa: E402

name, width, height, samples, out = sys.argv[sys.argv.index("--") + 1:]
picture = importlib.import_module("scenes." + name.replace("-", "_"))
empty_studio()
picture.build()
place_camera(getattr(picture, "VIEW", View()), int(width) / int(height))
render(out, int(width), int(height), int(samples))
