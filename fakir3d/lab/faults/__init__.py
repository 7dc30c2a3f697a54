"""Faults injected on purpose, by where they sit: rules, position, block, engine, answer."""
