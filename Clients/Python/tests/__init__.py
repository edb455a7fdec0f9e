"""The tests of the client."""

import logging

# In debug mode asyncio warns of callbacks that take long, as they do on a busy machine.
logging.getLogger("asyncio").setLevel(logging.ERROR)
