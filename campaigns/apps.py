from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        """Say what belongs to a person here, and listen to the tables of running missions."""
        from campaigns.links import table_links
        from campaigns.live import campaign_versions
        from campaigns.members.services import memberships_hand_over, memberships_release
        from campaigns.play.services import follow_table
        from companion import hooks
        from companion.live import versions
        from companion.people import belongings

        belongings.register(
            "campaigns",
            belongings.Belongings(hand_over=memberships_hand_over, release=memberships_release),
        )
        hooks.listen("campaigns", follow_table)
        hooks.link("campaigns", table_links)
        versions.watch("campaigns", campaign_versions)
