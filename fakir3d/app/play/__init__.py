"""A game in the window, without drawing: controller, playback, hints, intents, picking, camera control."""
