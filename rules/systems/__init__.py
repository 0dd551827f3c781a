"""One package a game: what exists nowhere else, bundled as a `Ruleset`."""
