"""A rollout: two hosts are replaced by those of the next release, and back, while shoppers order."""
