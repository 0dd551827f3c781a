"""The public shelf: packs that their owners show to everybody, where the operator allows it."""
