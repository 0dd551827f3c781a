"""Games from outside: looked for, read, and let in when they are sound.

docs/games-from-outside.md tells how such a game is made. `rules.registry` says what
a game is; this room knows where to look for them, and what else of theirs the pages need: words,
sheets, templates and translations.
"""
