"""The dialogs, and the shell that opens them."""
