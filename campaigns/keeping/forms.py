"""Forms about keeping the site."""

from datetime import datetime, timedelta
from ipaddress import ip_address

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.keeping.models import REASON_LENGTH
from companion.people.models import Person


class BanForm(forms.Form):
    """A ban of a network address, or of the mail address of an account."""

    whom = forms.CharField(
        label=_("Network address or mail address"),
        max_length=254,
        help_text=_("As 203.0.113.9, or as the mail address of an account."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    days = forms.TypedChoiceField(
        label=_("For how long"),
        coerce=int,
        choices=[
            (1, _("a day")),
            (7, _("a week")),
            (30, _("30 days")),
            (0, _("until it is lifted")),
        ],
    )
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH, required=False)

    address: str | None = None
    person: Person | None = None

    def clean_whom(self) -> str:
        whom: str = self.cleaned_data["whom"].strip()
        if "@" in whom:
            self.person = Person.objects.filter(email=whom.lower()).first()
            if self.person is None:
                raise ValidationError(_("There is no account with this address."))
            return whom
        try:
            self.address = str(ip_address(whom))
        except ValueError as error:
            raise ValidationError(_("That is neither a network nor a mail address.")) from error
        return whom

    def until(self) -> datetime | None:
        days: int = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None


class ReportForm(forms.Form):
    """A report of content that should not be here."""

    text = forms.CharField(
        label=_("What is wrong"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
