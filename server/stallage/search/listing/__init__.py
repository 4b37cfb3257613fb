"""A page of a list: cards, facets, heading and total."""
