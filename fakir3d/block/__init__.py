"""What the block IS: names, relations, document, faults, solids, mesh and picking."""
