"""What holds a transaction open while another program, pg_dump, does its work."""
