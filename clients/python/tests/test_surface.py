"""That both clients offer the same, and ask at the endpoints of the service."""

import inspect
from datetime import datetime, timezone
from unittest import TestCase

from atelier_client import async_client, client

from .support import JOB_ID, Answer, Scene, as_json, both_clients, job


def page(name: str, items: list[object], following: str | None = None) -> Answer:
    return as_json({name: items, "page_info": {"next_cursor": following, "has_next_page": False, "limit": 1}})


class Surface(TestCase):
    def test_both_clients_have_the_same_methods_parameters_and_docstrings(self) -> None:
        for blocking, awaiting in (
            (client.Atelier, async_client.AsyncAtelier),
            (client.Assets, async_client.AsyncAssets),
            (client.Webhooks, async_client.AsyncWebhooks),
        ):
            methods = {name for name in vars(blocking) if not name.startswith("_")}
            self.assertEqual(methods, {name for name in vars(awaiting) if not name.startswith("_")})
            for name in methods:
                one, other = getattr(blocking, name), getattr(awaiting, name)
                self.assertEqual(inspect.signature(one).parameters, inspect.signature(other).parameters, name)
                self.assertEqual(one.__doc__, other.__doc__, name)

    @both_clients(page("jobs", [job(id="a")], "two"), page("jobs", [job(id="b")]))
    def test_a_list_is_gone_through_page_by_page_and_only_as_far_as_it_is_wanted(self, at: Scene) -> None:
        listed = at.client.all_jobs(status="failed", limit=1)
        self.assertEqual(at.seen, [])
        self.assertEqual(next(listed).id, "a")
        self.assertEqual(at.asked(), ["GET /v1/jobs?status=failed&limit=1"])
        self.assertEqual([each.id for each in listed], ["b"])
        self.assertEqual(at.asked()[1:], ["GET /v1/jobs?status=failed&limit=1&cursor=two"])

    @both_clients(page("jobs", []))
    def test_filters_are_written_as_the_service_reads_them_and_ids_are_escaped(self, at: Scene) -> None:
        at.client.jobs(created_after=datetime(2026, 1, 1, tzinfo=timezone.utc), limit=None)
        at.server.answers[:] = [as_json(job())]
        at.client.cancel("a/b?c")
        self.assertEqual(
            at.asked(),
            ["GET /v1/jobs?created_after=2026-01-01T00%3A00%3A00%2B00%3A00", "POST /v1/jobs/a%2Fb%3Fc/cancel"],
        )

    @both_clients(as_json({"jobs": [job()]}))
    def test_each_operation_sends_its_fields_as_they_are_named(self, at: Scene) -> None:
        words = {"prompt": "make it navy"}
        at.client.try_on(person_image_id="p", outfit_image_ids=("a",))
        at.client.generate(**words)
        at.client.edit("i", **words)
        at.client.inpaint("i", mask_image_id="m")
        at.client.upscale("i")
        at.client.animate("i", duration_seconds=5)
        at.client.text_to_video(**words)
        at.client.submit("edit", words, image_id="i")
        self.assertEqual(
            [(request.path, request.body.replace(b" ", b"").decode()) for request in at.seen],
            [
                ("/v1/images/virtual-try-on", '{"person_image_id":"p","outfit_image_ids":["a"]}'),
                ("/v1/images/generate", '{"prompt":"makeitnavy"}'),
                ("/v1/images/i/edit", '{"prompt":"makeitnavy"}'),
                ("/v1/images/i/inpaint", '{"mask_image_id":"m"}'),
                ("/v1/images/i/upscale", "{}"),
                ("/v1/images/i/animate", '{"duration_seconds":5}'),
                ("/v1/videos/text-to-video", '{"prompt":"makeitnavy"}'),
                ("/v1/jobs", '{"operation":"edit","image_id":"i","input":{"prompt":"makeitnavy"}}'),
            ],
        )
        self.assertEqual({request.headers["content-type"] for request in at.seen}, {"application/json"})
        self.assertEqual(len({request.headers["idempotency-key"] for request in at.seen}), 8)

    @both_clients(as_json(job()))
    def test_what_deletes_reads_no_answer(self, at: Scene) -> None:
        at.server.answers[:] = [Answer(204, b"")]
        for delete in (at.client.delete_image, at.client.assets.delete, at.client.webhooks.delete):
            self.assertIsNone(delete(JOB_ID))
