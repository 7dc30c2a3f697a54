"""A statistic over 100 games: how often greed beats chance, and how long such games are.

    python examples/hundred_games.py

Hands are small and the engine is the ideal one, which does what the rules foretell, so that it takes some seconds.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

import fakir3d


def main(games: int = 100) -> None:
    """Play the games and print the share that greed wins, with its standard error."""
    wins, lengths = Counter[str](), list[int]()
    for seed in range(games):
        # Whoever begins is drawn from the seed (R2); the same seed plays the same game.
        game = fakir3d.Game("lattice", sticks=3, seed=seed, players=("medium", "random"), engine="ideal").play_out()
        wins.update(game.players[seat].kind for seat in game.result.winners)
        lengths.append(len(game.moves))
    share = wins["medium"] / games
    print(f"medium wins {100 * share:.0f} +- {100 * sqrt(share * (1 - share) / games):.0f} % of {games} games")
    print(f"{min(lengths)} to {max(lengths)} moves, {sum(lengths) / games:.1f} on average")


if __name__ == "__main__":
    main()
