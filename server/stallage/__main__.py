"""`python -m stallage` is the `stallage` command."""

from stallage.cli import main

main()
