from django.apps import AppConfig


class KeepingConfig(AppConfig):
    name = "campaigns.keeping"
    label = "keeping"

    def ready(self) -> None:
        """Say what belongs to a person here; watch health, faults and the age of the database."""
        from campaigns.keeping import faults, health
        from campaigns.keeping.selectors import reports_taken_out
        from campaigns.keeping.services import keeping_hand_over, keeping_release
        from companion.people import belongings

        belongings.register(
            "keeping",
            belongings.Belongings(keeping_hand_over, keeping_release, reports_taken_out),
        )
        faults.connect()
        health.connect()
