from django.urls import path

from api.views import campaigns, city, docs, games, me, missions, prints, seats, shelf, tables

app_name = "api"
CAMPAIGN = "campaigns/<uuid:campaign_id>/"
MISSION = f"{CAMPAIGN}missions/<str:code>/"
urlpatterns = [
    path("schema/", docs.schema, name="schema"),
    path("docs/", docs.docs, name="docs"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:slug>/", games.Game.as_view(), name="game"),
    path("games/<slug:slug>/missions/", games.Missions.as_view(), name="missions"),
    path("tables/", tables.Tables.as_view(), name="tables"),
    path("tables/<uuid:table_id>/", shelf.ChangeableTable.as_view(), name="table"),
    path("tables/city/", city.CityTables.as_view(), name="city-tables"),
    path("tables/<uuid:table_id>/legal/", city.Legal.as_view(), name="legal"),
    path("tables/<uuid:table_id>/commands/", tables.Commands.as_view(), name="commands"),
    path("tables/<uuid:table_id>/undo/", tables.Undo.as_view(), name="undo"),
    path("tables/<uuid:table_id>/redo/", tables.Redo.as_view(), name="redo"),
    path("tables/<uuid:table_id>/log/", tables.Log.as_view(), name="log"),
    path(
        "tables/<uuid:table_id>/forecast/",
        tables.ForecastOfTable.as_view(),
        name="forecast",
    ),
    path("tables/<uuid:table_id>/events/", tables.Events.as_view(), name="events"),
    path("tables/<uuid:table_id>/seats/", seats.Seats.as_view(), name="seats"),
    path("tables/<uuid:table_id>/seats/<int:seat_id>/", seats.OneSeat.as_view(), name="seat"),
    path("tables/<uuid:table_id>/restore/", shelf.Restore.as_view(), name="restore"),
    path("tables/<uuid:table_id>/branch/", shelf.Branch.as_view(), name="branch"),
    path("tables/<uuid:table_id>/rematch/", shelf.Rematch.as_view(), name="rematch"),
    path("seats/", seats.Sit.as_view(), name="sit"),
    path("campaigns/", campaigns.Campaigns.as_view(), name="campaigns"),
    path("campaigns/import/", campaigns.Import.as_view(), name="campaign-import"),
    path(CAMPAIGN, campaigns.OneCampaign.as_view(), name="campaign"),
    path(f"{CAMPAIGN}commands/", campaigns.CampaignCommands.as_view(), name="campaign-commands"),
    path(f"{CAMPAIGN}undo/", campaigns.CampaignUndo.as_view(), name="campaign-undo"),
    path(f"{CAMPAIGN}sheets/", campaigns.Sheets.as_view(), name="sheets"),
    path(f"{CAMPAIGN}objectives/", campaigns.Objectives.as_view(), name="objectives"),
    path(f"{CAMPAIGN}export/", campaigns.Export.as_view(), name="campaign-export"),
    path(f"{MISSION}start/", missions.StartMission.as_view(), name="mission-start"),
    path(f"{MISSION}finish/", missions.FinishMission.as_view(), name="mission-finish"),
    path(f"{MISSION}upkeep/", missions.Upkeep.as_view(), name="mission-upkeep"),
    path("prints/", prints.Prints.as_view(), name="prints"),
    path("prints/<uuid:print_id>/", prints.OnePrint.as_view(), name="print"),
    path("prints/<uuid:print_id>/file/", prints.PrintFile.as_view(), name="print-file"),
    path("me/", me.Me.as_view(), name="me"),
    path("me/tokens/", me.Tokens.as_view(), name="tokens"),
    path("me/tokens/<int:token_id>/", me.OneToken.as_view(), name="token"),
]
