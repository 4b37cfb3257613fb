"""Benchmarks of the shop, as ratios to references measured in the same run on the same machine."""
