"""The time of the client: tests put another in its place."""

import asyncio
import time

now = time.monotonic
sleep = time.sleep
sleep_async = asyncio.sleep
