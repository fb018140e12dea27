"""The clients at a real service: that of ATELIER_URL, with the key of a sandbox workspace in ATELIER_API_KEY.

The service must be allowed to reach this machine (ATELIER_ALLOW_PRIVATE_URLS=127.0.0.1/32), for the webhooks.
"""

import os
import queue
import tempfile
import threading
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import wraps
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from secrets import token_hex
from typing import Any
from unittest import TestCase, skipUnless
from zipfile import ZipFile

from atelier_client import ApiError, Atelier, JobFailedError, WebhookMessage, verify_webhook

from .support import Awaited

HAS_SERVICE = bool(os.environ.get("ATELIER_URL") and os.environ.get("ATELIER_API_KEY"))
PHOTO = Path(__file__).parents[3] / "packages/engine/samples/garment-shirt.webp"


def both_clients(test: Callable[[Any, Any], None]) -> Callable[[TestCase], None]:
    """Runs a test for each client, made as a user makes it."""

    @wraps(test)
    def run(case: TestCase) -> None:
        for make in (Atelier, Awaited):
            with case.subTest(client=make.__name__), make() as client:
                test(case, client)

    return run


@skipUnless(HAS_SERVICE, "ATELIER_URL and ATELIER_API_KEY are not set")
class Service(TestCase):
    @both_clients
    def test_an_image_is_uploaded_dressed_followed_and_downloaded(self, client: Any) -> None:
        person, shirt = client.upload(PHOTO, type="virtual-try-on-person"), client.upload(PHOTO.read_bytes())
        with PHOTO.open("rb") as file:
            jacket = client.upload(file, type="virtual-try-on-outfit")
        self.assertEqual({each.status for each in (person, shirt, jacket)}, {"completed"})
        self.assertEqual(client.image(person.id), person)

        told: list[str] = []
        source = {"person_image_id": person.id, "outfit_image_ids": [shirt.id, jacket.id]}
        request = {**source, "num_images": 2, "prompt": "sandbox:delay=300"}
        ended = client.run("virtual_try_on", request, interval=0.2, on_change=lambda job: told.append(job.status))
        self.assertEqual([job.status for job in ended], ["completed"] * 2)
        self.assertIn(told[0], ("pending", "generating"))
        self.assertEqual(told.count("completed"), 2)

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dressed.png"
            client.download(ended[0], path)
            self.assertEqual(path.read_bytes(), client.bytes(ended[0].result))
            self.assertEqual(path.read_bytes()[:4], b"\x89PNG")
        client.delete_image(jacket.id)
        with self.assertRaisesRegex(ApiError, "^404 not_found"):
            client.image(jacket.id)

    @both_clients
    def test_every_operation_makes_a_job(self, client: Any) -> None:
        image = client.upload(PHOTO).id
        words = {"prompt": "make the shirt navy"}
        made = [
            client.try_on(person_image_id=image, outfit_image_ids=[image]),
            client.generate(outfit_image_ids=[image], generate_mode="products"),
            client.edit(image, **words),
            client.inpaint(image, mask_image_id=image),
            client.upscale(image, upscale_factor=2),
            client.animate(image, prompt="a slow push-in"),
            client.text_to_video(prompt="slow zoom out, at the beach"),
            client.submit("edit", words, image_id=image),
        ]
        ended = client.wait_for_all([job for jobs in made for job in jobs], interval=0.2)
        self.assertEqual([job.status for job in ended], ["completed"] * 8)
        self.assertEqual([(job.task or "").split(".")[0] for job in ended][2:4], ["edit", "inpaint"])

    @both_clients
    def test_events_follow_a_job_to_its_end(self, client: Any) -> None:
        [job] = client.edit(client.upload(PHOTO).id, prompt="sandbox:delay=500")
        statuses = [seen.status for seen in client.events(job.id)]
        self.assertIn(statuses[0], ("pending", "generating"))
        self.assertEqual(statuses[-1], "completed")
        self.assertEqual([seen.status for seen in client.events(job.id)], ["completed"])

    @both_clients
    def test_a_key_of_the_callers_own_makes_one_job_and_refuses_another_request(self, client: Any) -> None:
        image = client.upload(PHOTO).id
        key = {"idempotency_key": f"order-{image}"}
        first, again = (client.edit(image, prompt="make it navy", **key) for _ in range(2))
        self.assertEqual(first[0].id, again[0].id)
        with self.assertRaisesRegex(ApiError, "^409 idempotency_conflict"):
            client.edit(image, prompt="make it red", **key)

    @both_clients
    def test_failures_and_cancellations_are_told_with_their_codes(self, client: Any) -> None:
        image = client.upload(PHOTO).id
        [failed] = client.run("edit", {"prompt": "sandbox:fail=input_rejected"}, image_id=image, interval=0.2)
        with self.assertRaisesRegex(JobFailedError, f"{failed.id} has no result; input_rejected: "):
            client.bytes(failed)
        [slow] = client.edit(image, prompt="sandbox:delay=60000")
        self.assertEqual(client.cancel(slow.id).error.code, "canceled")
        self.assertEqual(client.wait_for(slow).credits_used, 0)
        with self.assertRaises(ApiError) as caught:
            client.try_on(person_image_id=image, outfit_image_ids=[])
        self.assertEqual((caught.exception.status, caught.exception.code), (400, "invalid_request"))
        self.assertRegex(caught.exception.request_id or "", "^[0-9a-f-]{36}$")

    @both_clients
    def test_lists_models_account_and_ledger_are_read(self, client: Any) -> None:
        image = client.upload(PHOTO).id
        made = client.edit(image, prompt="make it navy", num_images=3)
        listed = client.all_jobs(operation="edit", created_after=made[0].created_at.replace(year=2020), limit=1)
        self.assertLessEqual({job.id for job in made}, {next(listed).id for _ in range(len(made))} | {made[0].id})
        page = client.jobs(limit=2)
        self.assertEqual((len(page.jobs), page.page_info.has_next_page), (2, True))
        account = client.account()
        self.assertTrue(account.sandbox)
        self.assertEqual(client.ledger(limit=1).entries[0].balance_after, account.balance)
        *_, first = client.all_ledger_entries()
        self.assertEqual((first.kind, first.created_at.utcoffset() is None), ("grant", False))
        self.assertIn("v6", {model.name for model in client.models() if model.available})

    @both_clients
    def test_assets_are_kept_found_and_changed(self, client: Any) -> None:
        product = client.assets.create(type="outfit", alias="Linen shirt", sku="LS-204")
        view = client.assets.upload(product.id, PHOTO, type="virtual-try-on-outfit")
        other = client.assets.link(product.id, client.upload(PHOTO).id)
        self.assertEqual({each.id for each in client.assets.images(product.id)}, {view.id, other.id})
        self.assertEqual(len(client.assets.images(product.id, references=True)), 2)
        changed = client.assets.update(product.id, alias="Linen shirt, white", sku=None)
        self.assertEqual((changed.alias, changed.sku, changed.image_count), ("Linen shirt, white", None, 2))
        self.assertEqual(client.assets.get(product.id), changed)
        self.assertIn(changed, list(client.assets.all(type="outfit", search="linen", limit=1)))
        page = client.assets.list(type="preset", public_only=True, limit=1)
        self.assertGreaterEqual(page.facets.type["preset"], 1)
        self.assertTrue(client.assets.suggest_preset([view.id]).name)
        client.assets.delete(product.id)
        with self.assertRaisesRegex(ApiError, "^404"):
            client.assets.get(product.id)

    @both_clients
    def test_the_library_and_collections_keep_decide_and_comment(self, client: Any) -> None:
        image = client.upload(PHOTO, file_name=f"{token_hex(4)}.webp")
        found = client.library.get(image.id)
        self.assertEqual((found.origin, found.review, found.made_by), ("upload", None, None))
        self.assertEqual([each.id for each in client.library.all(search=found.file_name, limit=1)], [image.id])
        self.assertEqual(client.library.list(search=found.file_name, count=True).total_count, 1)
        self.assertEqual([each.review for each in client.library.review([image.id], "approved")], ["approved"])
        comment = client.library.comment(image.id, "The hem is cut off.", author="Mia")
        self.assertEqual(client.library.comments(image.id).comments, [comment])

        made = client.collections.create("Front page")
        changed = client.collections.change(made.id, add=[image.id])
        self.assertEqual((changed.image_count, client.collections.get(made.id)), (1, changed))
        self.assertEqual([each.id for each in client.library.all(collection_id=made.id)], [image.id])
        self.assertEqual(client.collections.change(made.id, remove=[image.id]).image_count, 0)
        self.assertEqual(client.collections.rename(made.id, "Back page").name, "Back page")
        self.assertEqual(client.collections.list(limit=1).collections[0].id, made.id)
        self.assertIn(made.id, {each.id for each in client.collections.all()})
        client.collections.delete(made.id)
        client.library.delete([image.id])
        for read, gone in ((client.collections.get, made.id), (client.library.get, image.id)):
            with self.assertRaisesRegex(ApiError, "^404"):
                read(gone)

        [job] = client.run("edit", {"prompt": "make it navy"}, image_id=client.upload(PHOTO).id, interval=0.2)
        self.assertEqual((job.request.operation, job.request.input), ("edit", {"prompt": "make it navy"}))
        self.assertEqual(client.library.get(job.result.id).made_by.job_id, job.id)

    @both_clients
    def test_a_collection_is_exported_and_shown_by_a_link(self, client: Any) -> None:
        made = client.collections.create("Autumn")
        client.collections.change(made.id, add=[client.upload(PHOTO).id])
        own = client.exports.create_format(name=f"own-{token_hex(4)}", aspect_ratio="4:5", file_name="{n}")
        own = client.exports.change_format(own.id, quality=80, file_format="webp")
        self.assertIn(own, client.exports.formats())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "autumn.zip"
            client.exports.collection(made.id, path, format=own.name)
            with ZipFile(path) as archive:
                self.assertEqual((archive.testzip(), archive.namelist()), (None, ["1.webp", "images.csv"]))
            client.exports.collection(made.id, path, review="approved")
            with ZipFile(path) as archive:
                self.assertEqual(archive.namelist(), ["images.csv"])
            with self.assertRaisesRegex(ApiError, "^404 not_found"):
                client.exports.collection(made.id, Path(folder) / "other.zip", format="no-such")
            self.assertEqual([each.name for each in Path(folder).iterdir()], ["autumn.zip"])
        client.exports.delete_format(own.id)

        ends = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=1)
        link = client.exports.create_review_link(made.id, name="Buyers", expires_at=ends)
        self.assertEqual((link.review_link.expires_at, "/review/" in link.url), (ends, True))
        self.assertEqual(client.exports.review_links(made.id), [link.review_link])
        client.exports.revoke_review_link(link.review_link.id)
        self.assertEqual(client.exports.review_links(made.id), [])

    @both_clients
    def test_products_are_saved_and_a_look_is_applied_to_them(self, client: Any) -> None:
        sku = f"LS-{token_hex(4)}"
        saved = client.products.save(sku=sku, name="Linen shirt", options={"Size": ["S", "M"]})
        self.assertEqual((saved.outcome, saved.product.options), ("created", {"Size": ["S", "M"]}))
        product = saved.product.id
        self.assertEqual(client.products.save(sku=sku, name="Linen shirt").outcome, "unchanged")
        for _ in range(2):
            client.products.upload_image(product, PHOTO, source="front.webp", view="front")
        fetched = client.products.add_image(product, url=client.library.get(client.upload(PHOTO).id).url, view="back")
        [found] = client.products.list(sku=sku).products
        self.assertEqual([each.source for each in found.images], ["front.webp", fetched.source])
        client.products.remove_image(product, fetched.id)
        [found] = client.products.all(sku=sku, limit=1)
        self.assertEqual(len(found.images), 1)

        name = f"Studio-{sku}"
        look = client.looks.create(name=name, operation="generate", input={"prompt": "on a hanger"})
        self.assertEqual(client.looks.get(look.id), look)
        self.assertEqual(client.looks.list(name=name).looks, [look])
        self.assertEqual(client.looks.change(look.id, views=[1]).views, [1])
        self.assertIn(look.id, {each.id for each in client.looks.all()})

        wanted = {"look_id": look.id, "skus": [sku]}
        self.assertEqual(client.shoots.estimate(**wanted).pictures, 1)
        shoot, again = (client.shoots.create(**wanted, idempotency_key=name) for _ in range(2))
        self.assertEqual((shoot.id, client.shoots.get(shoot.id).recipe.views), (again.id, [1]))
        told: list[str] = []
        ended = client.shoots.follow(shoot.id, interval=0.2, on_change=lambda seen: told.append(seen.status))
        self.assertEqual((ended.status, told[-1], ended.items.completed), ("completed", "completed", 1))
        [item] = client.shoots.all_items(shoot.id, status="completed", limit=1)
        self.assertEqual((item.sku, client.shoots.items(shoot.id).items), (sku, [item]))
        self.assertEqual([each.id for each in client.shoots.list(idempotency_key=name).shoots], [shoot.id])
        for act in (client.shoots.cancel, client.shoots.resume, client.shoots.retry):
            self.assertEqual(act(shoot.id).status, "completed")
        client.looks.delete(look.id)
        self.assertIsNone(client.shoots.get(shoot.id).look_id)
        client.assets.delete(product)

    @both_clients
    def test_keys_have_limits_and_usage_tells_what_each_costs(self, client: Any) -> None:
        ends = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=1)
        made = client.keys.create(name="web shop", scopes=["read", "submit"], expires_at=ends, credits_per_month=500)
        self.assertEqual((made.key.expires_at, made.key.credits_this_month), (ends, 0))
        with Atelier(api_key=made.api_key) as shop:
            self.assertEqual(shop.account().key.id, made.key.id)
            [job] = shop.edit(shop.upload(PHOTO).id, prompt="make it navy")
            with self.assertRaisesRegex(ApiError, "^403 scope_required"):
                shop.usage()
        client.wait_for(job, interval=0.2)
        changed = client.keys.change(made.key.id, expires_at=None)
        self.assertEqual((changed.expires_at, changed.credits_this_month), (None, job.credits_used))
        usage = client.usage(group_by="key", from_=job.created_at.replace(microsecond=0))
        [group] = [each for each in usage.groups if each.id == made.key.id]
        self.assertEqual((group.name, group.completed, group.credits), ("web shop", 1, job.credits_used))
        self.assertIn("web shop", client.usage_csv(group_by="key", from_=usage.from_))
        client.keys.revoke(made.key.id)
        self.assertIn(made.key.id, {each.id for each in client.keys.list(limit=1).keys})
        self.assertTrue({each.id: each.revoked_at for each in client.keys.all()}[made.key.id])

    @both_clients
    def test_the_ends_of_jobs_are_followed_for_the_workspace(self, client: Any) -> None:
        jobs: list[Any] = []
        # A second client, since one that follows a stream asynchronously waits for it.
        with Atelier() as other:
            image = other.upload(PHOTO).id
            events = client.workspace_events(
                on_open=lambda: jobs.extend(other.edit(image, prompt="sandbox:fail=input_rejected"))
            )
            event = next(each for each in events if each.data.id in {job.id for job in jobs})
        self.assertEqual((event.type, event.data.error.code), ("job.failed", "input_rejected"))

    @both_clients
    def test_messages_of_webhooks_arrive_and_their_signatures_fit(self, client: Any) -> None:
        for earlier in list(client.all_jobs()):
            list(client.events(earlier.id))
        receiver = Receiver()
        with receiver:
            made = client.webhooks.create(receiver.url, events=["job.completed"])
            receiver.secret = made.secret
            self.assertIn(made.webhook, client.webhooks.list())
            tried = client.webhooks.test(made.webhook.id)
            self.assertEqual((receiver.next().type, tried.event), ("webhook.test", "webhook.test"))
            [job] = client.edit(client.upload(PHOTO).id, prompt="make it navy")
            message = receiver.next()
            assert message.job
            self.assertEqual((message.type, message.job), ("job.completed", client.job(job.id)))
            deliveries = list(client.webhooks.all_deliveries(made.webhook.id))
            self.assertEqual([each.event for each in deliveries], ["job.completed", "webhook.test"])
            client.webhooks.redeliver(made.webhook.id, deliveries[0].id)
            self.assertEqual(receiver.next().id, message.id)
            receiver.secret = client.webhooks.rotate(made.webhook.id).secret
            client.webhooks.test(made.webhook.id)
            self.assertEqual(receiver.next().type, "webhook.test")
            self.assertEqual(len(client.webhooks.deliveries(made.webhook.id, limit=2).deliveries), 2)
            client.webhooks.delete(made.webhook.id)


class Receiver:
    """A server of a shop, which keeps the messages whose signatures fit."""

    def __init__(self) -> None:
        self.secret = ""
        messages: queue.Queue[WebhookMessage] = queue.Queue()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                messages.put(verify_webhook(self.headers, body, secret=receiver.secret))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Says nothing of each request."""

        self._messages, self._server = messages, HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hooks"

    def next(self) -> WebhookMessage:
        return self._messages.get(timeout=120)

    def __enter__(self) -> None:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
