"""What the hand does in an act: its script, route, motion, and the hand that is dragged live."""
