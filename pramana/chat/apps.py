from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "pramana.chat"
    label = "chat"
    verbose_name = "Chat"

    def ready(self) -> None:
        """Answers go with the document or episode they rest on, conversations with their person."""
        from pramana.chat import services
        from pramana.documents.erasure import register_eraser
        from pramana.memory.erasure import register_episode_eraser
        from pramana.tenancy.erasure import register_person_eraser
        from pramana.tenancy.retention import register_pruner

        register_eraser(services.forget_documents)
        register_episode_eraser(services.forget_episode)
        register_person_eraser(services.forget_person)
        register_pruner("keep_chats_days", services.forget_before)
