"""What the game ALLOWS: sticks, moves, states, outcomes, and the rules R1 to R12 on them."""
