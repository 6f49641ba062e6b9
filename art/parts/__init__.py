"""Shared parts of the picture family: studio, solids, equipment, house, plants."""
