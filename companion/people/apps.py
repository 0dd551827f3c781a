from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "companion.people"
    label = "people"
