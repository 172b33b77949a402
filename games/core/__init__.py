"""What all games share: the contract of a game, the board geometries, records and searches."""
