"""Commands of archives in processes of their own, and the files that they leave."""
