from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        """Say what belongs to a person here, and listen to the tables of running missions."""
        from campaigns.links import campaign_name, check_not_booked, onward_from, table_links
        from campaigns.live import campaign_versions, campaign_watchers
        from campaigns.members.groups import campaign_groups
        from campaigns.members.services import memberships_hand_over, memberships_release
        from campaigns.play.after import aftermath, table_after
        from campaigns.play.beside import beside, beside_version
        from campaigns.play.maps import map_of_table
        from campaigns.play.notices import notices
        from campaigns.play.services import follow_table
        from campaigns.refusals import REFUSALS
        from campaigns.transfer.selectors import campaigns_taken_out
        from companion import hooks, words
        from companion.live import versions
        from companion.people import belongings
        from companion.workshop import groups

        belongings.register(
            "campaigns",
            belongings.Belongings(memberships_hand_over, memberships_release, campaigns_taken_out),
        )
        words.register("campaigns", words.Words(refusals=REFUSALS))
        groups.register("campaigns", campaign_groups)
        hooks.listen("campaigns", follow_table)
        hooks.link("campaigns", table_links)
        hooks.lead_on("campaigns", onward_from)
        hooks.close("campaigns", check_not_booked)
        hooks.stand_beside("campaigns", beside, beside_version)
        hooks.notice("campaigns", notices)
        hooks.conclude("campaigns", aftermath)
        hooks.go_on_at("campaigns", table_after)
        hooks.draw("campaigns", map_of_table)
        hooks.name_whole("campaigns", campaign_name)
        versions.watch("campaigns", versions.TopicReader(campaign_versions, campaign_watchers))
