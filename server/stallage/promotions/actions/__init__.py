"""Changes promotions for operators: checks, writes through the tables' features, and records each change."""
