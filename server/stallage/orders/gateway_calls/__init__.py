"""Calls to the outside about orders, each between two transactions."""
