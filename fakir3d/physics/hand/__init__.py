"""The hand in an act: its script, route, motion, and live dragging."""
