from django.apps import AppConfig


class FrameConfig(AppConfig):
    name = "companion.frame"
    label = "frame"
