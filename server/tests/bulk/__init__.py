"""Tests of bulk operations."""
