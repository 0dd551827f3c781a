"""Words of Django's own forms that we say our own way.

Our catalogue comes before Django's: a text listed here is gathered with ours and translated in
our tone, which says "tú" where Django says "usted".
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

PLAIN = (
    _("This field is required."),
    _("Enter a valid email address."),
    _("Old password"),
    _("New password"),
    _("New password confirmation"),
    _("Email"),
    _("Your old password was entered incorrectly. Please enter it again."),
    _("The two password fields didn’t match."),  # noqa: RUF001 - Django's own apostrophe
    _("This password is too common."),
    _("This password is entirely numeric."),
    _("The password is too similar to the %(verbose_name)s."),
    _("Your password can’t be too similar to your other personal information."),  # noqa: RUF001
    _("Your password can’t be a commonly used password."),  # noqa: RUF001
    _("Your password can’t be entirely numeric."),  # noqa: RUF001
)
COUNTED = (
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
