"""What gravity DOES: scenes, scripts of the hand, engines, readings of where sticks came to rest."""
