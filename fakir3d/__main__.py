"""``python -m fakir3d`` is the same as ``fakir3d``."""

from fakir3d.cli.main import run

# A spawned worker imports this module under another name and must not start the program again.
if __name__ == "__main__":
    run()
