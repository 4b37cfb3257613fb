"""SQL of figures and reports."""
