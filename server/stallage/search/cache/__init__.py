"""In-memory caches of a serving process: catalog names, the open index and responses."""
