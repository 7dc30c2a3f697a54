"""A game BEING PLAYED, with no window: session, performers, record."""
