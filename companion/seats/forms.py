"""Forms about seats."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.forms import StepForm
from companion.models import Seat
from companion.seats.selectors import PlacesAndPhones
from companion.seats.services import NAME_LENGTH
from rules import UnreadableCommand
from rules.names import free_name


class JoinForm(forms.Form):
    """A free place, or a name of one's own, or only watching."""

    name = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    player = forms.CharField(required=False, max_length=NAME_LENGTH)
    watch = forms.ChoiceField(required=False, choices=[("phone", ""), ("screen", "")])

    def __init__(self, *args: Any, seating: PlacesAndPhones, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places, self.names = seating.places, seating.names

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "player" in self.data:
            free = {place.player for place in self.places if place.is_free}
            if cleaned.get("player") not in free:
                raise forms.ValidationError(_("That place is not free any more. Choose another."))
        elif not cleaned.get("name") and not cleaned.get("watch") and not self.errors:
            self.add_error("name", _("This field is required."))
        return cleaned

    def seat(self) -> dict[str, Any]:
        """Return the arguments of `seat_take`, but for table and person."""
        cleaned = self.cleaned_data
        if "player" in self.data:
            player = cleaned["player"]
            return {"name": player or cleaned["name"] or _("Keeper"), "player": player}
        if cleaned["watch"]:
            watching = free_name(_("Spectator"), self.names)
            return {"name": cleaned["name"] or watching, "role": Seat.Role.READER}
        return {"name": cleaned["name"]}


class SeatForm(forms.Form):
    """A new name, a new role, or both."""

    name = forms.CharField(required=False, max_length=NAME_LENGTH)
    role = forms.ChoiceField(required=False, choices=Seat.Role.choices)

    def read(self) -> tuple[str, Seat.Role | None]:
        if not self.is_valid():
            raise UnreadableCommand("command.unreadable", detail=", ".join(self.errors))
        role = self.cleaned_data["role"]
        return self.cleaned_data["name"], Seat.Role(role) if role else None


class TakeOverForm(StepForm):
    """A survivor who is at the table, and who played them as the page said."""

    survivor = forms.CharField(max_length=NAME_LENGTH)
    of = forms.CharField(required=False, max_length=NAME_LENGTH)

    def read_whom(self) -> dict[str, str]:
        command_id, _seen = self.read()
        data = self.cleaned_data
        return {"survivor": data["survivor"], "of": data["of"], "command_id": command_id}


class BringForm(StepForm):
    """Somebody out of the box, or a name; of both the name counts, which was typed."""

    survivor = forms.CharField(required=False, max_length=NAME_LENGTH)
    name = forms.CharField(required=False, max_length=NAME_LENGTH)

    def read_whom(self) -> dict[str, Any]:
        command_id, _seen = self.read()
        name = self.cleaned_data["name"] or None
        survivor = None if name else self.cleaned_data["survivor"] or None
        return {"survivor": survivor, "name": name, "command_id": command_id}
