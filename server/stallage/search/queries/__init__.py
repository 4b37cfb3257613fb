"""Product lists with facets, search by criteria, and suggestions."""
