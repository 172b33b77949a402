"""The geometries of boards: grids, hexes and graphs, as text and as neighbours."""
