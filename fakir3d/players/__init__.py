"""Who CHOOSES: people, and the computer players behind one protocol."""

from fakir3d.players.easy import EasyPlayer
from fakir3d.players.kinds import HUMAN, KINDS, LEVELS, player_of, telling, why_not
from fakir3d.players.medium import MediumPlayer
from fakir3d.players.protocol import Player, choice_seed
from fakir3d.players.random_player import RandomPlayer
from fakir3d.players.searching import Budget, SearchPlayer

__all__ = [
    "HUMAN",
    "KINDS",
    "LEVELS",
    "Budget",
    "EasyPlayer",
    "MediumPlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "choice_seed",
    "player_of",
    "telling",
    "why_not",
]
