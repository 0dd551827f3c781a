"""Words and sheets of Rue Morgue."""
