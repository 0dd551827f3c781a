from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "api"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what belongs to a person here, what opens an account, and what can be forgotten."""
        from api.keys import keys_listed, keys_taken_out
        from api.services import (
            creations_forget,
            creations_old,
            keys_end,
            keys_hand_over,
            keys_release,
        )
        from campaigns.keeping.cleaning.services import Broom, register
        from companion.people import belongings, keys

        belongings.register(
            "api", belongings.Belongings(keys_hand_over, keys_release, keys_taken_out)
        )
        keys.register("api", keys.Keys(keys_listed, keys_end))
        words = _("What the API remembers for a day to create nothing twice")
        register("creations", Broom(words, lambda: creations_old().count(), creations_forget))
