"""Tests of what moves in from another shop."""
