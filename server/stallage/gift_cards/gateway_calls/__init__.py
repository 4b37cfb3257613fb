"""Calls to the outside about gift cards, each between two transactions."""
