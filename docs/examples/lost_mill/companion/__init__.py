"""What pages show of The Lost Mill: a module for each of its mechanics."""
