"""Dragon bile, and the torch that sets it on fire (p. 35)."""
