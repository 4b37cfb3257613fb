"""Plays rehearsals."""
