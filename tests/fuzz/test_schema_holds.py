"""Every answer of the API is one that its schema declares: status, content type, headers and body.

Schemathesis draws the requests, with a token that has all scopes: a few of each operation always, many by `make fuzz`.
"""

import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.api_tokens import services as tokens
from accounts.proving.proofs import Proof
from doors.api.scopes import Scope
from tests.fuzz.asking import one_connection, undone, unlimited
from tests.fuzz.drawing import PARAM
from tests.fuzz.fuzzed_site import FuzzedSite, build

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FEW, MANY = 2, 25  # requests of each operation
SEED = int(os.environ.get("FUZZ_SEED", "1"))


@pytest.fixture
def site(db: None) -> Iterator[FuzzedSite]:
    """The site, to which anybody may send as much as they like."""
    with unlimited(), one_connection():
        yield build()


def faults_of(operation: Any, site: FuzzedSite, headers: dict[str, str], count: int) -> list[str]:
    """What an operation answers that its schema does not say; of each kind one."""
    found: dict[str, str] = {}
    named = {hole: site.names.get(word) for word, hole in PARAM.findall(operation.path)}

    @seed(SEED)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), data=st.data())
    def ask(case: Any, data: st.DataObject) -> None:
        for hole, names in named.items():
            if names and data.draw(st.integers(0, 3)):
                case.path_parameters[hole] = quote(data.draw(st.sampled_from(names)), safe="")
        with undone():
            answer = case.call(headers=headers)
        try:
            case.validate_response(answer, checks=CHECKS, headers=headers)
        except FailureGroup as failure:
            why = str(failure)
            found.setdefault(why[:120], f"{operation.label} {case.formatted_path}: {why[:1500]}")

    ask()
    return list(found.values())


def judge(site: FuzzedSite, count: int) -> None:
    owner = site.people["organiser"]
    _row, token = tokens.make(
        user=owner, label="fuzz", scopes=list(Scope), days=1, proof=Proof(owner.pk), now=timezone.now()
    )
    headers = {"Authorization": f"Bearer {token}"}
    schema = schemathesis.openapi.from_wsgi(f"{reverse('api:schema')}?format=json", WSGIHandler())
    faults, operations = [], 0
    for operation in schema.get_all_operations():
        operations += 1
        faults += faults_of(operation.ok(), site, headers, count)
    print(f"{operations} operations, {count} requests each at most: {len(faults)} answers that the schema does not say")
    assert operations > 200
    assert not faults, "\n\n".join(faults)


def test_a_few_answers_of_each_operation_are_what_the_schema_says(site: FuzzedSite) -> None:
    judge(site, FEW)


@pytest.mark.marathon
@pytest.mark.timeout(3600)
def test_many_answers_of_each_operation_are_what_the_schema_says(site: FuzzedSite) -> None:
    judge(site, MANY)
