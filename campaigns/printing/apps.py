from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "campaigns.printing"
    label = "printing"

    def ready(self) -> None:
        """Say what belongs to a person here, and keep an eye on jobs in every worker."""
        from campaigns.printing import worker
        from campaigns.printing.selectors import prints_taken_out
        from campaigns.printing.services import prints_hand_over, prints_release
        from companion.people import belongings

        belongings.register(
            "printing",
            belongings.Belongings(prints_hand_over, prints_release, prints_taken_out),
        )
        worker.connect()
