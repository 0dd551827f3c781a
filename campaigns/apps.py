from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        """Say what belongs to a person and what is followed; listen to the missions' tables."""
        from campaigns import selectors
        from campaigns.links import table_links
        from campaigns.members.services import memberships_hand_over, memberships_release
        from campaigns.play.services import follow_table
        from companion import hooks
        from companion.live import topics
        from companion.people import belongings

        belongings.register(
            "campaigns",
            belongings.Belongings(hand_over=memberships_hand_over, release=memberships_release),
        )
        hooks.listen("campaigns", follow_table)
        hooks.link("campaigns", table_links)
        topics.register("campaigns", selectors.campaign_versions)
