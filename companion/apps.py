from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"

    def ready(self) -> None:
        """Refuse to start with an unsound pack, and say what belongs to a person here."""
        from companion.people import belongings
        from companion.services import seats_hand_over, tables_release
        from rules import load_packs

        load_packs()
        belongings.register(
            "companion", belongings.Belongings(hand_over=seats_hand_over, release=tables_release)
        )
