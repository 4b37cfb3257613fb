"""Tests of redirects."""
