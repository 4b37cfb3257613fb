"""Puts sample data in and takes it out."""
