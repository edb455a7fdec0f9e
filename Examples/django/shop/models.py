"""A model without a position column."""
import arrange
from django.db import models, transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from . import order


class Product(models.Model):
    name = models.CharField(max_length=100)

    def __str__(self):
        return self.name


@receiver(post_save, sender=Product)
def saved(instance, created, **_):
    if created:
        item = arrange.element(str(instance.pk))
        transaction.on_commit(lambda: order.client().apply(order.LIST, arrange.insert_items([item], section="")))


@receiver(post_delete, sender=Product)
def deleted(instance, **_):
    key = str(instance.pk)
    transaction.on_commit(lambda: order.client().apply(order.LIST, arrange.remove_items([key])))
