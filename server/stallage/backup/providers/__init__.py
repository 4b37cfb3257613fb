"""PostgreSQL's client programs."""
