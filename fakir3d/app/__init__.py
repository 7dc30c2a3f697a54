"""The window: modes, controls, HUD, menus, settings."""
