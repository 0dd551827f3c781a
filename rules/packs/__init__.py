"""Facts of the printed games as TOML, read once and checked."""
