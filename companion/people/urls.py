from django.urls import path

from companion.people import views
from companion.server.doors import heavy

app_name = "people"
urlpatterns = [
    path("sign-up/", heavy(views.sign_up), name="sign-up"),
    path("sign-in/", heavy(views.sign_in), name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("", heavy(views.account), name="account"),
    path("delete/", heavy(views.delete_account), name="delete"),
    path("password/", heavy(views.ChangePassword.as_view()), name="password"),
    path("reset/", heavy(views.ResetPassword.as_view()), name="reset"),
    path("reset/sent/", views.ResetSent.as_view(), name="reset-sent"),
    path("reset/<uidb64>/<token>/", heavy(views.ResetConfirm.as_view()), name="reset-confirm"),
]
