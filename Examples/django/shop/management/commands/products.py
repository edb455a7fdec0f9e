"""Adds products, and prints all of them in their order."""
from django.core.management.base import BaseCommand

from shop import order
from shop.models import Product


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("names", nargs="*", help="the names of products to add")
        parser.add_argument("--repair", action="store_true", help="make the list have exactly the products")

    def handle(self, names, repair, **_):
        for name in names:
            Product.objects.create(name=name)
        if repair:
            inserted, removed = order.repair(Product.objects.order_by("pk").values_list("pk", flat=True))
            print(f"{inserted} were missing in the list, {removed} too many")
        for product in order.in_order(Product.objects.all()):
            print(product.pk, product)
