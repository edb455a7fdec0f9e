"""The admin's list of products, in the order that people give them."""
import arrange
from django.contrib import admin, messages

from . import order
from .models import Product


@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    actions = ["to_the_top", "up", "to_the_end"]
    list_display = ["name"]
    # Whoever sorts by a column would not see the order.
    sortable_by = []

    def get_queryset(self, request):
        return order.in_order(super().get_queryset(request))

    def get_ordering(self, request):
        return []

    @admin.action(description="Move selected products to the top")
    def to_the_top(self, request, queryset):
        self.move(request, queryset, arrange.first())

    @admin.action(description="Move selected products to the end")
    def to_the_end(self, request, queryset):
        self.move(request, queryset, arrange.last())

    @admin.action(description="Move selected products up by one")
    def up(self, request, queryset):
        before = order.keys()
        before = before[: before.index(queryset[0].pk)] if queryset[0].pk in before else before
        self.move(request, queryset, arrange.before(str(before[-1])) if before else arrange.first())

    def move(self, request, queryset, place):
        try:
            order.move(queryset, place)
        except arrange.ArrangeError as error:
            self.message_user(request, f"Nothing was moved: {error.message}", messages.ERROR)
