from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "companion.people"
    label = "people"

    def ready(self) -> None:
        """Say what a person takes out of this room; a guest has nothing here to hand over."""
        from companion.people import belongings
        from companion.people.selectors import sign_ins_taken_out

        belongings.register(
            "people",
            belongings.Belongings(
                hand_over=lambda giver, taker: None,
                release=lambda person: None,
                take_out=sign_ins_taken_out,
            ),
        )
