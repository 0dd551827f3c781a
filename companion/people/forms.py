"""Forms about people."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from companion.people.models import Person

ADDRESS_TAKEN = _("There is an account with this address. Sign in instead.")


class SignInForm(AuthenticationForm):
    """Address and password."""

    username = forms.EmailField(
        label=_("Mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    error_messages = {
        "invalid_login": _("Address or password do not match. Nothing has changed."),
        "inactive": _("Address or password do not match. Nothing has changed."),
    }

    def clean_username(self) -> str:
        """In lower case, so that wrong guesses are counted together however they are typed."""
        return str(self.cleaned_data["username"]).lower()


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name and address; an address belongs to one account only."""

    class Meta:
        model = Person
        fields = ("name", "email")
        labels = {"name": _("Your name at the table"), "email": _("Mail address")}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "nickname"}),
            "email": forms.EmailInput(attrs={"autocomplete": "username"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].required = True

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if Person.objects.filter(email=email).exclude(pk=self.instance.pk).exists():
            raise ValidationError(ADDRESS_TAKEN)
        return email


class SignUpForm(AccountForm):
    """What an account needs."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters, not a common word."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        candidate = Person(
            name=self.cleaned_data.get("name", ""), email=self.cleaned_data.get("email")
        )
        password_validation.validate_password(password, candidate)
        return password


def current_password(**options: Any) -> forms.CharField:
    """The field that asks for the password once more."""
    return forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        **options,
    )


def check_password(person: Person, password: str) -> None:
    if not person.check_password(password):
        raise ValidationError(_("That is not the password. Nothing has changed."))


class EditAccountForm(AccountForm):
    """A new address needs the password: whoever reads its mail owns the account."""

    password = current_password(
        required=False, help_text=_("Only needed to change the mail address.")
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        person = Person.objects.get(pk=self.instance.pk)
        if "email" in cleaned and cleaned["email"] != person.email:
            try:
                check_password(person, cleaned.get("password", ""))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class DeleteAccountForm(forms.Form):
    """The password once more: closing an account leaves the table."""

    password = current_password()

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        check_password(self.person, password)
        return password


class ResetForm(PasswordResetForm):
    """Sends to accounts only; a guest has no address, and nothing is said of who exists."""

    def get_users(self, email: str) -> Iterator[Person]:
        return Person.objects.filter(email=email.lower()).iterator()
