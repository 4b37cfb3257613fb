"""Tests of what operators change of the storefront."""
