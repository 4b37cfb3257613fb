"""What an archive contains, and the limits of reading one."""
