"""What screens and dialogs are drawn with and hear by: widgets, text, keys, pointer."""
