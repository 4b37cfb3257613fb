"""What a serving process holds in memory: names, the open index and cached responses."""
