"""Tests of sample data."""
