"""How a client is made, and which sentences mistakes get."""

import os
from typing import Any
from unittest import TestCase, mock

import httpx

from atelier_client import AsyncAtelier, Atelier
from atelier_client._settings import settings_of

NO_KEY = "There is no API key. Pass `api_key`, or set ATELIER_API_KEY."


def environment(**variables: str) -> Any:
    """Only these variables of the client."""
    return mock.patch.dict(os.environ, {"ATELIER_API_KEY": "", "ATELIER_URL": "", **variables})


class Settings(TestCase):
    def test_key_and_address_come_from_the_environment(self) -> None:
        with environment(ATELIER_API_KEY="atl_key\n", ATELIER_URL="https://shop.example/atelier/"):
            made = settings_of(None, None, 5)
        self.assertEqual((made.api_key, made.base_url), ("atl_key", "https://shop.example/atelier"))

    def test_arguments_win_and_without_an_address_the_service_is_on_this_machine(self) -> None:
        with environment(ATELIER_API_KEY="atl_key"):
            made = settings_of("atl_other", None, 5)
        self.assertEqual((made.api_key, made.base_url), ("atl_other", "http://127.0.0.1:8787"))

    def test_a_mistake_is_refused_with_a_sentence(self) -> None:
        key = {"api_key": "k"}
        mistakes: list[tuple[dict[str, Any], type[Exception], str]] = [
            ({}, ValueError, NO_KEY),
            ({"api_key": " "}, ValueError, NO_KEY),
            ({"api_key": "atl_…"}, ValueError, "The API key has characters that no key has. Copy it again."),
            ({"api_key": 5}, TypeError, "`api_key` is of type int. Give the key as a string."),
            (
                {**key, "base_url": "shop.example"},
                ValueError,
                "`base_url` is 'shop.example'. Give an http or https address such as http://127.0.0.1:8787.",
            ),
            ({**key, "timeout": 0}, ValueError, "`timeout` is 0. Give a number of seconds above 0."),
            ({**key, "timeout": "5"}, ValueError, "`timeout` is '5'. Give a number of seconds above 0."),
        ]
        for make in (Atelier, AsyncAtelier):
            for arguments, kind, message in mistakes:
                with self.subTest(client=make.__name__, given=arguments), environment():
                    with self.assertRaises(kind) as caught:
                        make(**arguments)
                    self.assertEqual(str(caught.exception), message)

    def test_other_addresses_are_refused_also_those_that_would_send_something_in_place_of_the_key(self) -> None:
        for address in (
            "",
            "ftp://shop.example",
            "http://",
            "https://name:word@shop.example",
            "http://[",
            "http://a b",
            "http://a:99999",
            5,
        ):
            with self.assertRaisesRegex(ValueError, "Give an http or https address"):
                Atelier(api_key="k", base_url=address)  # type: ignore[arg-type]

    def test_an_address_from_the_environment_is_named_by_its_variable(self) -> None:
        with environment(ATELIER_URL="ftp://shop.example"), self.assertRaisesRegex(ValueError, "^ATELIER_URL is 'ftp:"):
            Atelier(api_key="k")

    def test_a_client_of_the_users_own_is_used_with_its_headers_and_stays_open(self) -> None:
        seen: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            seen.append(request)
            return httpx.Response(404, json={"code": "not_found", "message": "No."})

        http = httpx.Client(transport=httpx.MockTransport(answer), headers={"x-gateway": "g"})
        with Atelier(api_key="k", base_url="http://service.test", http_client=http) as atelier:
            self.assertRaises(Exception, atelier.account)
        self.assertEqual((seen[0].headers["x-gateway"], seen[0].headers["authorization"]), ("g", "Bearer k"))
        self.assertFalse(http.is_closed)
        http.close()
