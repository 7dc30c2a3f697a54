"""Who CHOOSES: people, and the computer players behind one protocol."""

from fakir3d.players.greedy import GreedyPlayer
from fakir3d.players.kinds import HUMAN, KINDS, player_of
from fakir3d.players.protocol import Player, choice_seed
from fakir3d.players.random_player import RandomPlayer

__all__ = ["HUMAN", "KINDS", "GreedyPlayer", "Player", "RandomPlayer", "choice_seed", "player_of"]
