"""One-shot queries: answer QUERY_PATH, write the answer to RESULT_PATH. [Q-16, Q-17]"""

from __future__ import annotations

from botyard import _errors, _log, _result
from botyard._process import end, environment

from . import answer, registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run(path: str) -> NoReturn:
    """Answer the query and end the process, whatever else the bot left running."""
    outcome = _ask(path)
    code = 0 if outcome.code is None else 1
    try:
        _result.write_document(outcome.document())
    except _errors.BotyardError as failure:
        code = 1
        _log.error_if_possible(str(failure))
    end.end_process(code)


def _ask(path: str) -> answer.Outcome:
    handler = registry.find(path)
    if handler is None:
        return answer.unknown_path(path)
    try:
        params = answer.read_params(environment.variable("QUERY_PARAMS") or "")
    except _errors.BotyardError as refused:
        return answer.refusal(refused)
    return answer.ask(handler, path, params)
