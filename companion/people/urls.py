from django.urls import path

from companion.people.views import account, passwords, second_step, sign_in, sign_up
from companion.server.doors import heavy

app_name = "people"
urlpatterns = [
    path("sign-up/", heavy(sign_up.sign_up), name="sign-up"),
    path("sign-up/sent/", sign_up.sign_up_sent, name="sign-up-sent"),
    path("confirm/<uid>/<token>/", heavy(sign_up.confirm_address), name="confirm"),
    path("sign-in/", heavy(sign_in.sign_in), name="sign-in"),
    path("sign-in/step/", sign_in.sign_in_step, name="sign-in-step"),
    path("sign-in/passkey/", second_step.sign_in_passkey, name="sign-in-passkey"),
    path("sign-in/passkey/options/", second_step.sign_in_options, name="sign-in-options"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("again/", heavy(sign_in.again), name="again"),
    path("", account.account, name="account"),
    path("address/", account.address, name="address"),
    path("address/forget/", account.forget_address, name="address-forget"),
    path("delete/", account.delete_account, name="delete"),
    path("sign-ins/", account.sign_ins, name="sign-ins"),
    path("sign-ins/end/", account.sign_out_everywhere, name="sign-out-everywhere"),
    path("sign-ins/<slug:mark>/end/", account.end_sign_in, name="sign-in-end"),
    path("password/", heavy(passwords.change_password), name="password"),
    path("reset/", passwords.reset_password, name="reset"),
    path("reset/sent/", passwords.reset_sent, name="reset-sent"),
    path("reset/<uidb64>/<token>/", heavy(passwords.ResetConfirm.as_view()), name="reset-confirm"),
    path("second-step/", second_step.second_step, name="second-step"),
    path("second-step/app/", second_step.app_setup, name="app"),
    path("second-step/app/remove/", second_step.app_remove, name="app-remove"),
    path("second-step/codes/", second_step.new_codes, name="codes"),
    path("second-step/passkeys/options/", second_step.passkey_options, name="passkey-options"),
    path("second-step/passkeys/", second_step.passkey_add, name="passkey-add"),
    path(
        "second-step/passkeys/<int:passkey_id>/remove/",
        second_step.passkey_remove,
        name="passkey-remove",
    ),
]
