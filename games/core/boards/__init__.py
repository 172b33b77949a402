"""The geometries of boards: grids, hexes and graphs, with their neighbours and their text."""
