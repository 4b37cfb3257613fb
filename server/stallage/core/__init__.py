"""Infrastructure for all features. Contains no words of the domain."""
