"""Waiting for jobs, and following them by events."""

import json
from unittest import TestCase, mock

from atelier_client import ApiConnectionError, ApiError, DeadlineError, Job, _events
from atelier_client._flows import TRIES_MAX

from .support import DROPPED, JOB_ID, SILENT, TRY_ON, Answer, Scene, as_json, both_clients, job, refusal

OTHER = JOB_ID[:-1] + "1"


class Waiting(TestCase):
    @both_clients(
        as_json(job()),
        as_json(job()),
        *[as_json(job(status="generating", progress=0.5))] * 2,
        as_json(job(status="failed")),
    )
    def test_waiting_ends_with_the_final_job_and_tells_each_change_once(self, at: Scene) -> None:
        told: list[str] = []
        ended = at.client.wait_for(JOB_ID, on_change=lambda seen: told.append(seen.status))
        self.assertEqual((ended.status, ended.is_final), ("failed", True))
        self.assertEqual(told, ["pending", "generating", "failed"])

    @both_clients(as_json(job()))
    def test_waiting_ends_at_the_deadline_and_names_the_job_which_goes_on(self, at: Scene) -> None:
        with self.assertRaises(DeadlineError) as caught:
            at.client.wait_for(JOB_ID, deadline=3.5, interval=0.2)
        self.assertEqual(caught.exception.job_id, JOB_ID)
        self.assertEqual((round(at.clock.now, 6), len(at.seen)), (3.5, 18))
        self.assertIn("had not ended after 3.5 s; it goes on", str(caught.exception))

    @both_clients(as_json(job()))
    def test_the_pauses_grow_so_that_many_jobs_may_be_followed(self, at: Scene) -> None:
        with self.assertRaises(DeadlineError):
            at.client.wait_for(JOB_ID, deadline=60)
        self.assertEqual(at.clock.pauses[:5], [0.2] * 5)
        self.assertEqual(max(at.clock.pauses), 2)
        self.assertLess(len(at.seen), 60)

    @both_clients(SILENT)
    def test_the_deadline_holds_for_a_service_that_accepts_and_never_answers(self, at: Scene) -> None:
        with self.assertRaises(DeadlineError):
            at.client.wait_for(JOB_ID, deadline=0.05)

    @both_clients(*[DROPPED] * 4, *[refusal(502)] * 4, refusal(429, retry_after="9"), as_json(job(status="completed")))
    def test_waiting_goes_on_over_times_when_the_service_is_away(self, at: Scene) -> None:
        self.assertEqual(at.client.wait_for(JOB_ID).status, "completed")
        self.assertEqual(at.clock.pauses, [0.2] * 8 + [9])

    @both_clients(refusal(404, "not_found"))
    def test_waiting_for_a_job_that_is_not_there_ends_at_once(self, at: Scene) -> None:
        with self.assertRaisesRegex(ApiError, "^404 not_found"):
            at.client.wait_for(JOB_ID)
        self.assertEqual(len(at.seen), 1)

    @both_clients(
        as_json({"jobs": [job(), job(id=OTHER)]}, 202),
        as_json(job()),
        as_json(job(id=OTHER, status="failed")),
        as_json(job(status="completed")),
    )
    def test_run_submits_once_waits_for_every_job_and_returns_all_in_order(self, at: Scene) -> None:
        told: list[str] = []
        ended = at.client.run("virtual_try_on", TRY_ON, on_change=lambda seen: told.append(seen.status))
        self.assertEqual([(each.id, each.status) for each in ended], [(JOB_ID, "completed"), (OTHER, "failed")])
        self.assertEqual(told, ["pending", "failed", "completed"])
        reads = [f"GET /v1/jobs/{each}" for each in (JOB_ID, OTHER, JOB_ID)]
        self.assertEqual(at.asked(), ["POST /v1/jobs", *reads])


def stream(*jobs: dict[str, object], missing: int = 0) -> Answer:
    """Events as the service sends them, cut into pieces of a few bytes. The connection may break before their end."""
    events = "".join(f"event: job\ndata: {json.dumps(each, ensure_ascii=False)}\n\n" for each in jobs)
    whole = f": heartbeat\n\n{events}".encode()
    sent = whole[: len(whole) - missing]
    return Answer(200, sent, {"content-type": "text/event-stream"}, missing=missing, piece=7)


def workspace_stream(*ids: str, missing: int = 0) -> Answer:
    """Ends of jobs as the service streams them."""
    moment = "2026-01-01T00:00:00.000Z"
    bodies = [{"type": "job.failed", "timestamp": moment, "data": job(status="failed", task=each)} for each in ids]
    events = [f"id: {each}\ndata: {json.dumps(body)}\n\n" for each, body in zip(ids, bodies)]
    return Answer(200, "".join(events).encode()[: -missing or None], missing=missing, piece=7)


GENERATING = job(status="generating", progress=0.5, task="a line\u2028end")
COMPLETED = job(status="completed", progress=1)


def statuses(at: Scene) -> list[str]:
    return [each.status for each in at.client.events(JOB_ID)]


class Events(TestCase):
    @both_clients(stream(job(), GENERATING, COMPLETED, missing=9), DROPPED, stream(GENERATING, COMPLETED))
    def test_events_yield_each_change_once_over_a_broken_stream_too(self, at: Scene) -> None:
        self.assertEqual(statuses(at), ["pending", "generating", "completed"])
        self.assertEqual({request.headers["authorization"] for request in at.seen}, {"Bearer key"})
        self.assertEqual(at.asked(), [f"GET /v1/jobs/{JOB_ID}/events"] * 3)

    @both_clients(Answer(204, b""), as_json(COMPLETED))
    def test_events_of_a_job_that_has_ended_give_its_final_state(self, at: Scene) -> None:
        self.assertEqual(statuses(at), ["completed"])

    @both_clients(refusal(404, "not_found"))
    def test_events_of_a_job_that_is_not_there_are_refused_as_any_read_is(self, at: Scene) -> None:
        with self.assertRaisesRegex(ApiError, "^404 not_found"):
            statuses(at)

    @both_clients(SILENT, stream({"no": "job"}), stream(COMPLETED))
    def test_events_of_a_service_that_falls_silent_or_talks_nonsense_are_asked_for_again(self, at: Scene) -> None:
        with mock.patch.object(_events, "SILENCE", 0.05):
            self.assertEqual(statuses(at), ["completed"])
        self.assertEqual(len(at.seen), 3)

    @both_clients()
    def test_events_that_are_never_understood_end_with_an_error_that_has_the_cause(self, at: Scene) -> None:
        no_job: dict[str, object] = {"no": "job"}
        for answers in ([stream(no_job)], [Answer(204, b""), *[as_json(no_job)] * TRIES_MAX]):
            at.seen.clear()
            at.server.answers[:] = answers * 7
            with self.assertRaisesRegex(ApiConnectionError, "this client does not understand") as caught:
                statuses(at)
            self.assertIsInstance(caught.exception.__cause__, ValueError)
            self.assertEqual(len(at.seen), len(answers) * 6)

    @both_clients(stream(COMPLETED, job(), missing=9))
    def test_events_end_with_the_final_state_whatever_the_stream_still_sends(self, at: Scene) -> None:
        self.assertEqual(statuses(at), ["completed"])
        self.assertEqual(len(at.seen), 1)

    @both_clients(*[DROPPED] * 8, stream(job(), GENERATING, missing=9), stream(COMPLETED))
    def test_pauses_between_broken_streams_grow_to_a_bound_and_begin_again_after_news(self, at: Scene) -> None:
        statuses(at)
        *pauses, last = at.clock.pauses
        self.assertEqual(len(pauses), 8)
        self.assertTrue(all(2.4 <= pause <= 4.8 for pause in pauses[4:]))
        self.assertLessEqual(last, 0.3)

    @both_clients(
        workspace_stream("1", "2", missing=9),
        DROPPED,
        refusal(503),
        workspace_stream("1", "2", "3"),
    )
    def test_ends_of_jobs_are_yielded_once_each_over_broken_streams(self, at: Scene) -> None:
        opened: list[int] = []
        events = at.client.workspace_events(on_open=lambda: opened.append(1))
        found = [next(events) for _ in range(3)]
        self.assertEqual([each.data.task for each in found], ["1", "2", "3"])
        self.assertEqual((len(opened), {each.type for each in found}), (2, {"job.failed"}))
        self.assertEqual(at.asked(), ["GET /v1/events"] * 4)
        self.assertEqual([request.headers.get("last-event-id") for request in at.seen], [None, "1", "1", "1"])

    @both_clients(refusal(403, "scope_required"))
    def test_following_a_workspace_ends_where_the_service_refuses_it(self, at: Scene) -> None:
        with self.assertRaisesRegex(ApiError, "^403 scope_required"):
            next(at.client.workspace_events())
        self.assertEqual(len(at.seen), 1)

    def test_a_job_reads_its_times_and_leaves_out_later_fields(self) -> None:
        from atelier_client._decode import decode

        made = decode(Job, job(warnings=[{"code": "c", "message": "m"}]))
        self.assertEqual(made.created_at.isoformat(), "2026-01-01T00:00:00+00:00")
        self.assertEqual((made.progress, made.warnings[0].code), (None, "c"))
