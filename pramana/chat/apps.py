from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "pramana.chat"
    label = "chat"
    verbose_name = "Chat"
