from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what belongs to a person here."""
        from api.services import keys_hand_over, keys_release
        from companion.people import belongings

        belongings.register(
            "api", belongings.Belongings(hand_over=keys_hand_over, release=keys_release)
        )
