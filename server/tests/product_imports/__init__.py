"""Tests of product imports in the back office."""
