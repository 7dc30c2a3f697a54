"""The game record: its lines, written as they are made, read back and verified."""
