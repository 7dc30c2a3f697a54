"""A game at the table, without drawing: controller, playback, intents, picking, camera control."""
