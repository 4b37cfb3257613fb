"""Work on stored pictures, outside transactions."""
