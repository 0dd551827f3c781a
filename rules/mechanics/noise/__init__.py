"""Noise: a token for each noisy action, or one token that moves."""
