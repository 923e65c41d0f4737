"""The numbers in ../../crossover.md."""

import json
import pathlib
import re

import strategy

examples = pathlib.Path(__file__).parents[2]
page = (examples / "crossover.md").read_text()


def test_the_answers_on_the_page_are_real() -> None:
    life = json.loads((examples / "expected" / "fixtures" / "looks.json").read_text())[
        "the examples of crossover.md"
    ]
    newest = {**life["signals"], "signals": life["signals"]["signals"][:2]}
    shown = [json.loads(block) for block in re.findall(r"```json\n(.+)\n```", page)]
    assert shown == [life["status"], newest, life["performance"]]


def test_the_roundings_on_the_page_are_correct() -> None:
    rows = re.findall(r"^\| (-?[\d.]+) \| (\d) \| (-?[\d.]+) \|", page, re.MULTILINE)
    assert len(rows) == 12
    for x, digits, expected in rows:
        assert strategy.rounded(float(x), int(digits)) == float(expected), x
