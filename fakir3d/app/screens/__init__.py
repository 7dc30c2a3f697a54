"""What lies before the player: the game, the review of one, and what lies over them."""
