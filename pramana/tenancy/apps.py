from django.apps import AppConfig


class TenancyConfig(AppConfig):
    name = "pramana.tenancy"
    label = "tenancy"
    verbose_name = "Tenants and access"
