"""Zeus: his zone draws orders until he comes himself (p. 17-18, 23)."""
