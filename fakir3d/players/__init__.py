"""Who CHOOSES the moves: human, random, greedy."""
