"""Queries over products."""
