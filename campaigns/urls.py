from django.urls import path

from campaigns import live
from campaigns.members import views as members
from campaigns.play import views as play
from campaigns.shelf import views as shelf
from campaigns.story import views as story
from campaigns.transfer import views as transfer
from companion.files.reading import MOST_SENT
from companion.server.doors import heavy

app_name = "campaigns"
ONE = "campaigns/<uuid:campaign_id>/"
urlpatterns = [
    path("campaigns/", story.campaigns, name="campaigns"),
    path("campaigns/new/", story.choose, name="choose"),
    path("campaigns/new/<slug:game>/<slug:kind>/", story.begin, name="begin"),
    path("campaigns/import/", heavy(transfer.bring, most_bytes=MOST_SENT), name="import"),
    path("campaigns/import/confirm/", heavy(transfer.confirm), name="confirm"),
    path("campaigns/join/<str:token>/", members.join, name="join"),
    path(ONE, story.campaign, name="campaign"),
    path(f"{ONE}streams/", live.streams, name="streams"),
    path(f"{ONE}commands/", story.command, name="command"),
    path(f"{ONE}undo/", story.undo, name="undo"),
    path(f"{ONE}redo/", story.redo, name="redo"),
    path(f"{ONE}sheets/<slug:key>/", story.sheet, name="sheet"),
    path(f"{ONE}sheets/<slug:key>/reward/", play.reward, name="reward"),
    path(f"{ONE}sheets/<slug:key>/heir/", play.heir, name="heir"),
    path(f"{ONE}sheets/", story.compare, name="compare"),
    path(f"{ONE}log/", story.log, name="log"),
    path(f"{ONE}start/", play.start, name="start"),
    path(f"{ONE}play/", play.play, name="play"),
    path(f"{ONE}map/draw/", play.draw_map, name="map-draw"),
    path(f"{ONE}map/bring/", play.bring_map, name="map-bring"),
    path(f"{ONE}objectives/", play.objectives, name="objectives"),
    path(f"{ONE}objectives/<slug:copy>/", play.card, name="card"),
    path(f"{ONE}end/", play.end, name="end"),
    path(f"{ONE}end/roll/", play.roll, name="roll"),
    path(f"{ONE}members/", members.members, name="members"),
    path(f"{ONE}come-back/", members.come_back, name="come-back"),
    path(f"{ONE}invitations/", members.invite, name="invite"),
    path(
        f"{ONE}invitations/<int:invitation_id>/close/",
        members.close_invitation,
        name="close-invitation",
    ),
    path(f"{ONE}members/<int:member_id>/role/", members.set_role, name="role"),
    path(f"{ONE}members/<int:member_id>/name/", members.rename, name="member-name"),
    path(f"{ONE}members/<int:member_id>/hand-over/", members.hand_over, name="hand-over"),
    path(f"{ONE}members/<int:member_id>/remove/", members.remove, name="remove"),
    path(f"{ONE}more/", shelf.more, name="more"),
    path(f"{ONE}rename/", shelf.rename, name="rename"),
    path(f"{ONE}shelf/", shelf.put, name="shelf"),
    path(f"{ONE}restore/", shelf.restore, name="restore"),
    path(f"{ONE}branch/", shelf.branch, name="branch"),
    path(f"{ONE}export/", heavy(transfer.export, methods=("GET",)), name="export"),
]
