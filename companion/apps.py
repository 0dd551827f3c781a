from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"

    def ready(self) -> None:
        """Refuse to start with an unsound pack; say what belongs to a person, and whose pages."""
        from companion import pages
        from companion.city import pages as city
        from companion.house.services import house_hand_over
        from companion.people import belongings
        from companion.seats.services import seats_hand_over, tables_release
        from companion.setup.services import line_ups_hand_over
        from companion.table import pages as family
        from rules import cover_of, games

        for game in games:
            cover_of(game)
        for kind in (family, city):
            pages.register(kind.STATE, kind.PAGES)
        register = belongings.register
        register("companion", belongings.Belongings(seats_hand_over, tables_release))
        register("companion.house", belongings.Belongings(house_hand_over, _nothing_more))
        register("companion.setup", belongings.Belongings(line_ups_hand_over, _nothing_more))


def _nothing_more(person: object) -> None:
    """House packs and line-ups go with their person."""
