"""Forms about people. None of them tells whether somebody has an address."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from companion.people.models import Person
from rules.names import tidy

ADDRESS_TAKEN = _("There is an account with this address. Sign in instead.")
WRONG_PASSWORD = _("That is not the password. Nothing has changed.")
WRONG_CODE = _("That code does not fit, is too old or was used. Nothing has changed.")
NAME_LENGTH = 60
ADDRESS_LENGTH = 254


class AddressField(forms.EmailField):
    """A mail address, in lower case: that is how they are compared."""

    def __init__(self, **options: Any) -> None:
        usual = {
            "label": _("Mail address"),
            "max_length": ADDRESS_LENGTH,
            "widget": forms.EmailInput(attrs={"autocomplete": "username"}),
        }
        super().__init__(**{**usual, **options})

    def clean(self, value: Any) -> str:
        return str(super().clean(value)).lower()


class NameField(forms.CharField):
    """A name by the one rule of the house: what nobody can see is not kept."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class SignInForm(AuthenticationForm):
    """Address and password."""

    username = AddressField()
    error_messages = {
        "invalid_login": _("Address or password do not match. Nothing has changed."),
        "inactive": _("Address or password do not match. Nothing has changed."),
    }


class NameForm(forms.Form):
    """The name of a person at the table."""

    name = NameField(
        label=_("Your name at the table"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class SignUpForm(NameForm):
    """The fields of a new account."""

    email = AddressField()
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


class AddressForm(forms.Form):
    """Another address."""

    email = AddressField(label=_("New mail address"))


class ResetForm(forms.Form):
    """The address of an account that may or may not exist."""

    email = AddressField()


class PasswordForm(forms.Form):
    """The password once more. Wrong ones are counted together with those of the sign-in page."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.person = request, person

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if self.person.email:
            known = authenticate(self.request, username=self.person.email, password=password)
            is_right = known is not None and known.pk == self.person.pk
        else:
            is_right = self.person.check_password(password)
        if not is_right:
            raise ValidationError(WRONG_PASSWORD)
        return password


class CodeForm(forms.Form):
    """A code of the app, or one from paper."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "off",
                "spellcheck": "false",
            }
        ),
    )


class PasskeyForm(forms.Form):
    """A browser's answer about a passkey, and the name to list it by."""

    name = NameField(
        label=_("What do you call it?"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("A name to recognize it by, as my phone."),
    )
    answer = forms.CharField(widget=forms.HiddenInput, max_length=20_000)
