"""Finding products: the search index, lists with facets, suggestions, and the cache that serves them.

The index and the caches can be thrown away: they are rebuilt from the database.
"""
