"""What lies before the player: the game, the review, the HUD over them."""
