"""``python -m fakir3d`` and ``fakir3d``: the program's first and last lines."""

import sys


def main() -> None:
    """Start the program. Ctrl-C while it is still being loaded ends it as it does later: without a word, with 130."""
    try:
        from fakir3d.cli.main import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


# A spawned worker imports this module under another name and must not start the program again.
if __name__ == "__main__":
    main()
