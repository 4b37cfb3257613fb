"""`python -m stallage` is the `stallage` command."""

import gc

# Imports leave no garbage; to look for it would take a quarter of the time of a command's start.
gc.disable()

from stallage.cli import main  # noqa: E402 - see above


def run() -> None:
    """Run the command."""
    gc.enable()
    main()


if __name__ == "__main__":
    run()
