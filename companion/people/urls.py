from django.urls import path

from companion.people import views

app_name = "people"
urlpatterns = [
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("", views.account, name="account"),
    path("delete/", views.delete_account, name="delete"),
    path("password/", views.ChangePassword.as_view(), name="password"),
    path("reset/", views.ResetPassword.as_view(), name="reset"),
    path("reset/sent/", views.ResetSent.as_view(), name="reset-sent"),
    path("reset/<uidb64>/<token>/", views.ResetConfirm.as_view(), name="reset-confirm"),
]
