"""The order of the products, which is a list of Arrange: its items have the primary keys as ids, and nothing else."""
import os
import threading

import arrange
from arrange import blocking
from django.conf import settings
from django.db.models import Case, IntegerField, Value, When

LIST = "products"

MOST_SORTED = 500
"""The number of products that a query sorts by the list; those behind them follow by their keys."""

SECONDS = 5
"""How long a page waits for the list."""

_clients = {}
_lock = threading.Lock()


def client():
    """The client of this process, for all of its threads: one that was made before a fork can't be used after it."""
    process = os.getpid()
    with _lock:
        if process not in _clients:
            made = blocking.Client(settings.ARRANGE_SERVER, configuration=arrange.Configuration(call_timeout=SECONDS))
            try:
                made.create(LIST)
            except arrange.ArrangeError as error:
                if error.code is not arrange.StatusCode.ALREADY_EXISTS:
                    made.close()
                    raise
            _clients[process] = made
        return _clients[process]


def keys():
    """The primary keys of the first products in their order."""
    with client().pages(LIST, section="", start=0, end=MOST_SORTED, page_size=MOST_SORTED) as pages:
        return [int(item.id) for page in pages for run in page.slices for item in run.items]


def in_order(queryset):
    """A query in the order of the list. Products that are not in it yet come last."""
    cases = [When(pk=key, then=Value(index)) for index, key in enumerate(keys())]
    position = Case(*cases, default=Value(MOST_SORTED), output_field=IntegerField())
    return queryset.order_by(position, "pk")


def move(products, place):
    """Moves products to a place, in the order in which they are given."""
    client().apply(LIST, arrange.move_items([str(product.pk) for product in products], section="", to=place))


def repair(all_keys):
    """Puts products into the list that are missing, and takes out those that are gone.

    The two stores have no transaction in common, so that a process that ends between them leaves a difference.
    """
    _, whole = client().read(LIST)
    known, wanted = {item.id for item in whole.items}, [str(key) for key in all_keys]
    missing = [arrange.element(key) for key in wanted if key not in known]
    gone = sorted(known - set(wanted))
    if missing:
        client().apply(LIST, arrange.insert_items(missing, section=""))
    if gone:
        client().apply(LIST, arrange.remove_items(gone))
    return len(missing), len(gone)
