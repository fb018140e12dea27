"""That both clients offer the same, and ask at the endpoints of the service."""

import inspect
import json
from collections.abc import Callable
from datetime import datetime, timezone
from unittest import TestCase

from atelier_client import ApiError, async_client, client

from .support import JOB_ID, Answer, Scene, as_json, both_clients, job, refusal


def page(name: str, items: list[object], following: str | None = None) -> Answer:
    return as_json({name: items, "page_info": {"next_cursor": following, "has_next_page": False, "limit": 1}})


class Surface(TestCase):
    def test_both_clients_have_the_same_methods_parameters_and_docstrings(self) -> None:
        one, other = client.Atelier(api_key="k"), async_client.AsyncAtelier(api_key="k")
        parts = [name for name in vars(one) if not name.startswith("_")]
        self.assertEqual(parts, [name for name in vars(other) if not name.startswith("_")])
        pairs = [(type(one), type(other))] + [(type(getattr(one, name)), type(getattr(other, name))) for name in parts]
        for blocking, awaiting in pairs:
            methods = {name for name in vars(blocking) if not name.startswith("_")}
            self.assertEqual(methods, {name for name in vars(awaiting) if not name.startswith("_")})
            for name in methods:
                method, awaited = getattr(blocking, name), getattr(awaiting, name)
                self.assertEqual(inspect.signature(method).parameters, inspect.signature(awaited).parameters, name)
                self.assertEqual(method.__doc__, awaited.__doc__, name)

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

    @both_clients(refusal(400))
    def test_bodies_have_the_fields_that_are_named_and_times_as_text(self, at: Scene) -> None:
        ends = datetime(2027, 1, 1, tzinfo=timezone.utc)
        moment = "2027-01-01T00:00:00+00:00"
        client = at.client
        cases: list[tuple[Callable[[], object], str, dict[str, object]]] = [
            (lambda: client.keys.create(name="shop", expires_at=ends), "/keys", {"name": "shop", "expires_at": moment}),
            (lambda: client.keys.change("k", expires_at=None), "/keys/k", {"expires_at": None}),
            (lambda: client.looks.change("l", scene_id=None), "/looks/l", {"scene_id": None}),
            (lambda: client.collections.change("c", add=("i",)), "/collections/c/images", {"add": ["i"]}),
            (lambda: client.library.review(["i"], None), "/images", {"ids": ["i"], "review": None}),
            (lambda: client.library.comment("i", "No."), "/images/i/comments", {"text": "No."}),
            (lambda: client.shoots.retry("s"), "/shoots/s/retry", {}),
            (lambda: client.shoots.estimate(look_id="l", all=True), "/shoots/estimate", {"look_id": "l", "all": True}),
        ]
        for act, path, body in cases:
            with self.assertRaises(ApiError):
                act()
            self.assertEqual((at.seen[-1].path, json.loads(at.seen[-1].body)), (f"/v1{path}", body))

    @both_clients(Answer(200, b"id,name\n"))
    def test_usage_is_asked_for_by_its_moments_and_as_a_table(self, at: Scene) -> None:
        self.assertEqual(at.client.usage_csv(group_by="key", from_="2026-01-01T00:00:00Z"), "id,name\n")
        self.assertEqual(at.asked(), ["GET /v1/usage?group_by=key&from=2026-01-01T00%3A00%3A00Z&format=csv"])

    @both_clients(as_json(job()))
    def test_what_deletes_reads_no_answer(self, at: Scene) -> None:
        at.server.answers[:] = [Answer(204, b"")]
        client = at.client
        for part in (client.assets, client.webhooks, client.looks, client.collections, client.library):
            self.assertIsNone(part.delete(JOB_ID))
        for delete in (client.delete_image, client.exports.delete_format, client.exports.revoke_review_link):
            self.assertIsNone(delete(JOB_ID))
        self.assertIsNone(client.keys.revoke(JOB_ID, leave_none=True))
        self.assertEqual(at.asked()[-1], f"DELETE /v1/keys/{JOB_ID}?leave_none=true")
