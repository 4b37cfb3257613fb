"""Tests of changes that operators make to products."""
