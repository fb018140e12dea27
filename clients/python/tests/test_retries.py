"""Which requests are repeated, under which key, and how errors speak of those that may have been carried out."""

import pickle
from unittest import TestCase

from atelier_client import ApiConnectionError, ApiError, Atelier, is_uncertain

from .support import DROPPED, JOB_ID, TRY_ON, Answer, Scene, as_json, both_clients, image_record, job, refusal, scene
from .support import submitted


class Retries(TestCase):
    @both_clients(DROPPED, refusal(503), submitted())
    def test_a_submission_broken_off_and_refused_is_sent_again_under_one_idempotency_key(self, at: Scene) -> None:
        self.assertEqual([made.id for made in at.client.try_on(**TRY_ON)], [JOB_ID])
        keys = {request.headers["idempotency-key"] for request in at.seen}
        self.assertEqual((len(at.seen), len(keys)), (3, 1))
        self.assertRegex(keys.pop(), "^[!-~]{1,128}$")

    @both_clients(submitted())
    def test_two_submissions_have_different_keys_and_a_given_key_is_used(self, at: Scene) -> None:
        for key in (None, None, "order-17"):
            at.client.try_on(**TRY_ON, idempotency_key=key)
        first, second, third = (request.headers["idempotency-key"] for request in at.seen)
        self.assertNotEqual(first, second)
        self.assertEqual(third, "order-17")

    @both_clients(submitted())
    def test_a_key_that_cannot_be_sent_is_refused_with_a_sentence_before_anything_is_sent(self, at: Scene) -> None:
        for key in ("Bestellung №1", "a\nb", "", "k" * 129):
            with self.assertRaisesRegex(ValueError, "^`idempotency_key` is .*visible ASCII"):
                at.client.try_on(**TRY_ON, idempotency_key=key)
        self.assertEqual(at.seen, [])

    @both_clients()
    def test_other_refusals_are_final_and_raised_with_code_and_request_id(self, at: Scene) -> None:
        for status in (400, 401, 402, 403, 404, 409, 413, 415, 422):
            at.server.answers[:] = [refusal(status, "some_code", x_request_id="r-1")]
            at.seen.clear()
            with self.assertRaises(ApiError) as caught:
                at.client.job(JOB_ID)
            error = caught.exception
            self.assertEqual((error.status, error.code, error.request_id), (status, "some_code", "r-1"))
            self.assertEqual(str(error), f"{status} some_code: No.")
            self.assertEqual(len(at.seen), 1)

    @both_clients()
    def test_429_and_5xx_are_tried_four_times_in_all_and_then_raised(self, at: Scene) -> None:
        for status in (429, 500, 502, 503):
            at.server.answers[:] = [refusal(status)]
            at.seen.clear()
            at.clock.pauses.clear()
            with self.assertRaises(ApiError):
                at.client.job(JOB_ID)
            self.assertEqual(len(at.seen), 4)
            for pause, longest in zip(at.clock.pauses, (0.3, 0.6, 1.2), strict=True):
                self.assertTrue(longest / 2 <= pause <= longest)

    @both_clients(refusal(429, "rate_limited", retry_after="7"), refusal(503, retry_after="900"), as_json(job()))
    def test_retry_after_is_waited_out_up_to_half_a_minute(self, at: Scene) -> None:
        at.client.job(JOB_ID)
        self.assertEqual(at.clock.pauses, [7, 30])

    @both_clients()
    def test_a_submission_that_may_have_been_taken_stays_uncertain_when_later_tries_are_refused(
        self, at: Scene
    ) -> None:
        later = (refusal(503), refusal(429, "rate_limited"), refusal(409, "idempotency_in_progress"))
        for refused in later:
            at.server.answers[:] = [DROPPED, refused]
            at.seen.clear()
            with self.assertRaises(ApiConnectionError) as caught:
                at.client.try_on(**TRY_ON)
            self.assertTrue(is_uncertain(caught.exception))
            self.assertEqual(len(at.seen), 4)

    @both_clients(DROPPED, refusal(402, "insufficient_credits"))
    def test_a_later_refusal_for_good_is_raised(self, at: Scene) -> None:
        with self.assertRaisesRegex(ApiError, "^402 insufficient_credits"):
            at.client.try_on(**TRY_ON)

    def test_an_error_says_whether_the_request_may_have_been_carried_out(self) -> None:
        for status, code, expected in (
            (500, "internal_error", True),
            (503, "unknown", True),
            (503, "unavailable", False),
            (429, "rate_limited", False),
            (402, "insufficient_credits", False),
            (409, "idempotency_in_progress", True),
            (409, "idempotency_uncertain", True),
        ):
            self.assertEqual(is_uncertain(ApiError(status, code, "No.", None)), expected, code)
        self.assertFalse(is_uncertain(ValueError()))

    @both_clients()
    def test_an_upload_that_may_have_been_stored_is_not_sent_twice_and_a_refused_one_is(self, at: Scene) -> None:
        at.server.answers[:] = [DROPPED]
        with self.assertRaises(ApiConnectionError):
            at.client.upload(b"x")
        self.assertEqual(len(at.seen), 1)
        at.server.answers[:] = [DROPPED, refusal(429), as_json(image_record(), 201)]
        self.assertEqual(at.client.upload(b"x").id, JOB_ID)
        self.assertEqual(at.seen[1].body.count(b'name="file"'), at.seen[2].body.count(b'name="file"'))
        self.assertEqual(len(at.seen), 3)

    @both_clients(Answer(200, b'{"id": "', missing=9), as_json(["no job"]), Answer(200, b"<html>"), as_json(job()))
    def test_an_answer_cut_off_or_not_understood_is_asked_for_again(self, at: Scene) -> None:
        self.assertEqual(at.client.job(JOB_ID).id, JOB_ID)
        self.assertEqual(len(at.seen), 4)

    @both_clients(Answer(404, b"<html>"))
    def test_a_refusal_that_is_no_json_of_the_service_still_has_a_code(self, at: Scene) -> None:
        with self.assertRaises(ApiError) as caught:
            at.client.job(JOB_ID)
        error = caught.exception
        self.assertEqual((error.status, error.code, error.request_id), (404, "unknown", None))

    @both_clients()
    def test_a_service_that_is_not_there_is_named(self, at: Scene) -> None:
        at.server.shutdown()
        at.server.server_close()
        with self.assertRaisesRegex(ApiConnectionError, f"{at.server.url}/v1/jobs/.*could not be reached"):
            at.client.job(JOB_ID)
        self.assertEqual(len(at.clock.pauses), 3)

    def test_errors_survive_pickling_as_processes_pass_them_on(self) -> None:
        error = pickle.loads(pickle.dumps(ApiError(404, "not_found", "No.", "r-1")))
        self.assertEqual((str(error), error.request_id), ("404 not_found: No.", "r-1"))

    def test_the_key_is_on_no_error_and_in_no_text_of_the_client(self) -> None:
        with scene(Atelier) as at:
            at.server.answers[:] = [DROPPED]
            with self.assertRaises(ApiConnectionError) as caught:
                at.client.job(JOB_ID)
            self.assertNotIn("'key'", f"{caught.exception!r} {at.client._connection.settings!r}")
