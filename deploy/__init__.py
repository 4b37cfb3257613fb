"""Files for running the shop on servers."""
