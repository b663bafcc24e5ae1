"""Django's admin with our own rule about who gets in. Named in INSTALLED_APPS."""

from django.contrib.admin.apps import AdminConfig


class OperatorsConfig(AdminConfig):
    default_site = "pramana.tenancy.operators.OperatorSite"
