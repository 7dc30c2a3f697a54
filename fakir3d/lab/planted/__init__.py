"""Faults planted on purpose, by where they sit: rules, position, block, engine, answer; ``listed`` has them all."""
