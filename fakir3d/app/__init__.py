"""The window: gui, settings, play, screens, dialogs; imports go down only, in this order."""
