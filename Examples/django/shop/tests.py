"""The admin, with a server of its own."""
import re

import arrange
import arrange.testing
from django.contrib.auth.models import User
from django.test import TransactionTestCase, override_settings
from django.urls import reverse

from shop import order
from shop.models import Product


class AdminTests(TransactionTestCase):
    def setUp(self):
        self.server = arrange.testing.Server()
        self.addCleanup(self.server.close)
        self.server.start()
        settings = override_settings(ARRANGE_SERVER=self.server.address)
        settings.enable()
        self.addCleanup(settings.disable)
        self.addCleanup(self.forget_client)
        self.client.force_login(User.objects.create_superuser("admin"))
        self.products = {name: Product.objects.create(name=name) for name in ("Tea", "Coffee", "Cocoa", "Milk")}

    def forget_client(self):
        for client in order._clients.values():
            client.close()
        order._clients.clear()

    def names(self):
        page = self.client.get(reverse("admin:shop_product_changelist")).content.decode()
        return re.findall(r'<th class="field-name">.*?>(\w+)</a>', page)

    def act(self, action, *names, **more):
        chosen = [self.products[name].pk for name in names]
        self.client.post(
            reverse("admin:shop_product_changelist"), {"action": action, "_selected_action": chosen, **more}
        )
        return self.names()

    def test_actions(self):
        self.assertEqual(self.names(), ["Tea", "Coffee", "Cocoa", "Milk"])
        self.assertEqual(self.act("to_the_top", "Cocoa", "Milk"), ["Cocoa", "Milk", "Tea", "Coffee"])
        self.assertEqual(self.act("up", "Coffee"), ["Cocoa", "Milk", "Coffee", "Tea"])
        self.assertEqual(self.act("up", "Cocoa"), ["Cocoa", "Milk", "Coffee", "Tea"])
        self.assertEqual(self.act("to_the_end", "Cocoa"), ["Milk", "Coffee", "Tea", "Cocoa"])
        self.assertEqual(self.act("delete_selected", "Milk", post="yes"), ["Coffee", "Tea", "Cocoa"])
        _, whole = order.client().read(order.LIST)
        self.assertEqual([int(item.id) for item in whole.items], order.keys())
        self.assertEqual(len(whole.items), 3)

    def test_repair(self):
        order.client().apply(order.LIST, arrange.remove_items([str(self.products["Tea"].pk)]))
        order.client().apply(order.LIST, arrange.insert_items([arrange.element("999")], section=""))
        self.assertEqual(self.names(), ["Coffee", "Cocoa", "Milk", "Tea"])
        # What is not in the list can't be moved there; the page says so.
        self.assertEqual(self.act("to_the_top", "Tea"), ["Coffee", "Cocoa", "Milk", "Tea"])
        self.assertEqual(self.act("up", "Tea"), ["Coffee", "Cocoa", "Milk", "Tea"])
        keys = list(Product.objects.order_by("pk").values_list("pk", flat=True))
        self.assertEqual(order.repair(keys), (1, 1))
        self.assertEqual(self.names(), ["Coffee", "Cocoa", "Milk", "Tea"])
        self.assertEqual(order.repair(keys), (0, 0))
