"""Words and sheets of Zombicide 2E."""
