from django.apps import AppConfig


class WorkshopConfig(AppConfig):
    name = "companion.workshop"
    label = "workshop"

    def ready(self) -> None:
        """Say what belongs to a person here, and what is refused in words."""
        from companion import words
        from companion.live import versions
        from companion.people import belongings
        from companion.workshop.maps.selectors import pack_revisions, pack_watchers
        from companion.workshop.maps.words import REFUSALS as MAP_REFUSALS
        from companion.workshop.selectors import packs_taken_out
        from companion.workshop.services import packs_hand_over, packs_release
        from companion.workshop.words import REFUSALS

        belongings.register(
            "companion.workshop",
            belongings.Belongings(packs_hand_over, packs_release, packs_taken_out),
        )
        words.register("companion.workshop", words.Words(refusals={**REFUSALS, **MAP_REFUSALS}))
        versions.watch("packs", versions.TopicReader(pack_revisions, pack_watchers))
