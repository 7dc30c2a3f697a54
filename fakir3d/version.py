"""Which version of fakir3d this is: here, so that no part of it imports the whole to know."""

__version__ = "0.1.0"
