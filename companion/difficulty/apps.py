from django.apps import AppConfig


class DifficultyConfig(AppConfig):
    name = "companion.difficulty"
    label = "difficulty"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register whoever may stop a measurement as its owner; its result belongs to nobody."""
        from companion.difficulty.services import measurements_hand_over
        from companion.people import belongings

        belongings.register(
            "difficulty",
            belongings.Belongings(hand_over=measurements_hand_over, release=lambda person: None),
        )
