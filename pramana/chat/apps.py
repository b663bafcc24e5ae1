from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "pramana.chat"
    label = "chat"
    verbose_name = "Chat"

    def ready(self) -> None:
        """Answers that rest on a document go with it."""
        from pramana.chat.services import forget_documents
        from pramana.documents.erasure import register_eraser

        register_eraser(forget_documents)
