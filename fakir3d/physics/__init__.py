"""What gravity DOES: scenes, scripts of the hand, engines, readings."""
