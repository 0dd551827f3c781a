"""The horde: some spawn cards make it grow, and the players decide when it comes."""
