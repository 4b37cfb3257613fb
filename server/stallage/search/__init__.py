"""Search: the search index, product lists with facets, suggestions, and the response cache.

The index and the caches can be deleted: they are rebuilt from the database.
"""
