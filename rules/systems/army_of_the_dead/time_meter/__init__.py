"""The meter of time (p. 29): at its last box the mission is lost."""
