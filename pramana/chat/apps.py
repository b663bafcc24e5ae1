from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "pramana.chat"
    label = "chat"
    verbose_name = "Chat"

    def ready(self) -> None:
        """Erase answers with the documents or episodes they cite, and chats with their person."""
        from pramana.chat import services
        from pramana.documents.services.deletion import register_eraser
        from pramana.memory.services.deletion import register_episode_eraser
        from pramana.tenancy.services.erasure import register_person_eraser, register_tenant_pruner

        register_eraser(services.forget_documents)
        register_episode_eraser(services.forget_episode)
        register_person_eraser(services.forget_person)
        register_tenant_pruner("keep_chats_days", services.forget_before)
