"""The widget kit: draw commands and their painter, widgets, text, keys, pointer."""
