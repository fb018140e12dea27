"""Dresses a person: python3 try_on.py PERSON GARMENT OUTPUT"""

import hashlib
import os
import sys

from atelier import Atelier

person_file, garment_file, output = sys.argv[1:]
atelier = Atelier(os.environ["ATELIER_URL"], os.environ["ATELIER_API_KEY"])

person = atelier.upload(person_file, "virtual-try-on-person")
garment = atelier.upload(garment_file, "virtual-try-on-outfit")
order = {"person_image_id": person["id"], "outfit_image_ids": [garment["id"]]}

# A key that your own data gives, such as the number of an order. Sent twice, it makes one job.
key = "try-on-" + hashlib.sha256(repr(order).encode()).hexdigest()[:16]
[job] = atelier.submit("virtual_try_on", order, idempotency_key=key)
[again] = atelier.submit("virtual_try_on", order, idempotency_key=key)
assert job["id"] == again["id"]

job = atelier.wait(job["id"], deadline_seconds=120)
if job["status"] != "completed":
    sys.exit(f"{job['error']['code']}: {job['error']['message']}")
atelier.download(job, output)
print(f"{output}: {job['result']['width']} x {job['result']['height']}, credits: {job['credits_used']}")
