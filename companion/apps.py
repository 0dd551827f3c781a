from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"

    def ready(self) -> None:
        """Refuse to start with an unsound pack, and let games from outside in.

        Say what belongs to a person, and whose pages.
        """
        from django.conf import settings

        from companion import pages
        from companion.files.selectors import tables_taken_out
        from companion.house.selectors import house_taken_out
        from companion.house.services import house_hand_over
        from companion.outside.joining import bring_games
        from companion.people import belongings
        from companion.seats.services import seats_hand_over, tables_release
        from companion.setup.selectors import line_ups_taken_out
        from companion.setup.services import line_ups_hand_over
        from companion.systems.city_of_horror import pages as city
        from companion.table import pages as family
        from rules import cover_of, games

        for game in games:
            cover_of(game)
        bring_games(settings.GAMES_DIR)
        for kind in (family, city):
            pages.register(kind.STATE, kind.PAGES)
        register = belongings.register
        things = belongings.Belongings
        register("companion", things(seats_hand_over, tables_release, tables_taken_out))
        register("companion.house", things(house_hand_over, _nothing_more, house_taken_out))
        register("companion.setup", things(line_ups_hand_over, _nothing_more, line_ups_taken_out))


def _nothing_more(person: object) -> None:
    """Do nothing: house packs and line-ups go with their person."""
