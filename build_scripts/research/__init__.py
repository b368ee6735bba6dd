"""What measures py-url: its speed, its tests, and other engines. Each folder belongs to a command one folder up."""
