"""The palette as materials. Scenes and parts name a material, never a colour."""
import bpy

# name: (sRGB colour, roughness, metallic, specular)
PALETTE = {
    "white": ("#F3F6F9", 0.55, 0, 0.3),
    "ice": ("#DCEAF5", 0.7, 0, 0.25),
    "sky": ("#8CCBF2", 0.6, 0, 0.3),
    "mid": ("#3D8FD3", 0.5, 0, 0.35),
    "blue": ("#0B57A4", 0.45, 0, 0.4),
    "roof": ("#0F60B0", 0.38, 0.15, 0.45),
    "navy": ("#0C2748", 0.5, 0, 0.35),
    "warm": ("#F26B21", 0.45, 0, 0.35),
    "glass": ("#9FD3F3", 0.08, 0, 0.7),
    "dark_glass": ("#1D4670", 0.06, 0, 0.8),
    "steel": ("#C6D1DB", 0.32, 0.55, 0.5),
    "zinc": ("#DCE5EC", 0.4, 0.35, 0.5),
    "cabinet": ("#E3EBF2", 0.42, 0.1, 0.4),
    "fins": ("#20364F", 0.6, 0.2, 0.3),
    "copper": ("#C9906C", 0.3, 0.75, 0.5),
    "brass": ("#CDB58A", 0.35, 0.6, 0.5),
    "rubber": ("#1E2C3D", 0.75, 0, 0.2),
    "foil": ("#DDE5EC", 0.28, 0.55, 0.5),
    "concrete": ("#C8D3DC", 0.9, 0, 0.15),
    "floor": ("#CFE0EE", 0.75, 0, 0.2),
    "plaster": ("#AED5F2", 0.85, 0, 0.15),
    "batt": ("#8CCBF2", 1.0, 0, 0.0),
    "timber": ("#D8CDBD", 0.8, 0, 0.15),
    "grass": ("#A4D1A2", 0.95, 0, 0.1),
    "leaf": ("#4F9F77", 0.6, 0, 0.25),
    "leaf_light": ("#79BE8D", 0.6, 0, 0.25),
    "trunk": ("#B7A58F", 0.85, 0, 0.15),
    "paper": ("#FFFFFF", 0.85, 0, 0.1),
}
# name: (sRGB colour, emission strength); light that the subject itself gives
GLOWING = {
    "heat": ("#F26B21", 2.2),
    "display": ("#8CCBF2", 0.9),
    "digits": ("#F6FBFF", 1.4),
    "lamp": ("#F26B21", 1.1),
}
_made = {}


def linear(hex_colour):
    """sRGB hex to the linear RGBA that Blender's shaders expect."""
    parts = [int(hex_colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts) + (1.0,)


def forget():
    """Drop the cache; a new scene file has no materials yet."""
    _made.clear()


def material(name):
    """The Blender material of that palette name, made on first use."""
    if name in _made:
        return _made[name]
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"].inputs
    if name in GLOWING:
        colour, strength = GLOWING[name]
        shader["Base Color"].default_value = linear(colour)
        shader["Emission"].default_value = linear(colour)
        shader["Emission Strength"].default_value = strength
    else:
        colour, rough, metallic, specular = PALETTE[name]
        shader["Base Color"].default_value = linear(colour)
        shader["Roughness"].default_value = rough
        shader["Metallic"].default_value = metallic
        shader["Specular"].default_value = specular
    _made[name] = made
    return made
