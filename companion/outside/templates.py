"""Templates of games from outside, after those of the house."""

from pathlib import Path

from django.template.loaders.filesystem import Loader as FilesystemLoader

from companion.outside.joining import TEMPLATES, joined


class Loader(FilesystemLoader):
    def get_dirs(self) -> list[str | Path]:
        """Return the template folders of the games admitted, at any time."""
        return [game.folder / TEMPLATES for game in joined]
