"""The settings of a language model, on the page alone: chosen, tried out, saved, remembered or not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Locator, expect

from archivist.models import PROVIDERS, ModelError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

WEB = Path(__file__).parents[3] / "web"
KEY = "canary-model-key-4711"


def sheet_of(seen: Visit) -> Locator:
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    return seen.page.get_by_role("dialog", name="Settings")


def chosen(seen: Visit, provider: str) -> Locator:
    sheet = sheet_of(seen)
    sheet.get_by_label("Provider").select_option(label=provider)
    return sheet


def told(seen: Visit) -> dict[str, Any]:
    """The settings that the engine was sent last."""
    settings: dict[str, Any] = seen.heard()[-1]["settings"]
    return settings


def reach_of(seen: Visit) -> str:
    return str(seen.page.locator("iframe[title=engine]").get_attribute("src")).partition("?")[2]


def test_the_presets_are_those_of_the_models_room() -> None:
    rows = re.findall(r"^  \"?([\w.-]+)\"?: (\{ label.*\}),$", (WEB / "providers.js").read_text("utf-8"), re.MULTILINE)
    read = {name: json.loads(re.sub(r"(\w+):(?= )", r'"\1":', row)) for name, row in rows}

    assert list(read) == list(PROVIDERS)
    for name, one in PROVIDERS.items():
        assert read[name]["url"] == ("" if one.in_page else one.base_url)
        assert read[name].get("inPage", False) == one.in_page
        assert read[name]["key"] == one.needs_key
        assert read[name]["label"] in (one.label, "")


def test_every_error_class_has_words_in_every_language() -> None:
    classes, codes = [ModelError], set[str]()
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        codes.add(one.code)
    for file in sorted((WEB / "texts").glob("??.js")):
        words = re.search(r"errors: .*?\{(.*?)\n    \}", file.read_text("utf-8"), re.DOTALL)
        assert words is not None
        assert {code for code in codes if f"{code}:" not in words[1] and f'"{code}":' not in words[1]} == {"unknown"}


@pytest.mark.browser
def test_without_a_provider_no_model_is_set_and_nothing_more_is_asked(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = sheet_of(seen)
    expect(sheet.get_by_label("Provider")).to_have_value("")
    expect(sheet.get_by_label("Model key")).to_have_count(0)
    sheet.get_by_role("button", name="Save", exact=True).click()

    assert not any(name.startswith("model") for name in told(seen))
    assert reach_of(seen) == ""


@pytest.mark.browser
def test_a_local_model_takes_a_provider_a_test_and_a_save(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = chosen(seen, "Ollama")
    expect(sheet.get_by_label("Address of the model")).to_have_value("http://127.0.0.1:11434/v1")
    sheet.get_by_role("button", name="Test and list models").click()

    expect(sheet.get_by_text("It works: qwen3:0.6b answered in 1.5 s.")).to_be_visible()
    assert reach_of(seen) == "reach=http%3A%2F%2F127.0.0.1%3A11434"
    sheet.get_by_label("Model", exact=True).select_option("qwen3:4b")
    sheet.get_by_role("button", name="Save", exact=True).click()

    settings = told(seen)
    assert (settings["model_provider"], settings["model_name"]) == ("ollama", "qwen3:4b")
    assert settings["model_url"] == "http://127.0.0.1:11434/v1"
    assert reach_of(seen) == "reach=http%3A%2F%2F127.0.0.1%3A11434"


@pytest.mark.browser
def test_a_host_that_was_only_tried_is_out_of_reach_again(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = chosen(seen, "Ollama")
    sheet.get_by_role("button", name="Test and list models").click()
    expect(sheet.get_by_text("It works")).to_be_visible()
    sheet.get_by_role("button", name="Cancel").click()

    assert reach_of(seen) == ""
    expect(sheet_of(seen).get_by_label("Provider")).to_have_value("")


@pytest.mark.browser
def test_what_went_wrong_is_said_in_words_with_the_next_step(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = chosen(seen, "OpenAI")
    sheet.get_by_label("Model key", exact=True).fill("sk-wrong")
    sheet.get_by_role("button", name="Test and list models").click()

    status = sheet.get_by_role("status").filter(has_text="The key is missing, or it is not accepted.")
    expect(status).to_contain_text("Check the key in the model's settings.")
    assert "sk-wrong" not in seen.page.content()


@pytest.mark.browser
def test_the_key_is_kept_in_no_storage_unless_it_is_to_be_remembered(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = chosen(seen, "OpenAI")
    sheet.get_by_label("Model key", exact=True).fill(KEY)
    sheet.get_by_role("button", name="Save", exact=True).click()

    kept = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])"
    assert told(seen)["model_key"] == KEY
    assert reach_of(seen) == "reach=https%3A%2F%2Fapi.openai.com"
    assert KEY not in seen.page.evaluate(kept)
    assert KEY not in reach_of(seen)

    sheet_of(seen).get_by_label("Remember the model key on this device").check()
    sheet.get_by_role("button", name="Save", exact=True).click()
    assert KEY in seen.page.evaluate("localStorage.getItem('archivist:settings')")

    sheet_of(seen).get_by_label("Remember the model key on this device").uncheck()
    sheet.get_by_role("button", name="Save", exact=True).click()
    assert KEY not in seen.page.evaluate(kept)


@pytest.mark.browser
def test_erasing_everything_takes_a_remembered_key_and_its_host_along(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = chosen(seen, "OpenAI")
    sheet.get_by_label("Model key", exact=True).fill(KEY)
    sheet.get_by_label("Remember the model key on this device").check()
    sheet.get_by_role("button", name="Save", exact=True).click()
    sheet_of(seen).get_by_role("button", name="Erase everything…").click()
    sheet.get_by_role("button", name="Erase everything", exact=True).click()
    expect(sheet.get_by_text("Everything is erased.")).to_be_visible()

    assert KEY not in seen.page.evaluate("JSON.stringify({...localStorage})")
    assert reach_of(seen) == ""
    expect(sheet.get_by_label("Provider")).to_have_value("")
    seen.reload()
    expect(sheet_of(seen).get_by_label("Provider")).to_have_value("")


@pytest.mark.browser
def test_after_a_new_start_the_model_is_there_and_its_host_in_reach_but_the_key_is_gone(
    visit: Callable[..., Visit],
) -> None:
    seen = visit()
    sheet = chosen(seen, "Anthropic")
    sheet.get_by_label("Model key", exact=True).fill(KEY)
    sheet.get_by_label("Tokens a day").fill("5000")
    sheet.get_by_role("button", name="Save", exact=True).click()
    seen.reload()

    settings = told(seen)
    assert (settings["model_provider"], settings.get("model_key"), settings["model_budget"]) == (
        "anthropic",
        None,
        5000,
    )
    assert reach_of(seen) == "reach=https%3A%2F%2Fapi.anthropic.com"
    expect(sheet_of(seen).get_by_label("Model key", exact=True)).to_have_value("")


@pytest.mark.browser
def test_the_browsers_own_model_can_stand_behind_another_and_does_so_after_a_new_start(
    visit: Callable[..., Visit],
) -> None:
    seen = visit()
    sheet = chosen(seen, "Groq")
    sheet.get_by_label("Where it does not answer, ask this browser's own model").check()
    sheet.get_by_role("button", name="Save", exact=True).click()
    assert told(seen)["model_others"] == ["built-in"]
    seen.reload()

    assert told(seen)["model_others"] == ["built-in"]
    expect(sheet_of(seen).get_by_label("Where it does not answer, ask this browser's own model")).to_be_checked()


@pytest.mark.browser
@pytest.mark.parametrize("address", ["http://models.example/v1", "ftp://models.example", "models.example"])
def test_an_address_that_is_not_safe_is_not_taken(visit: Callable[..., Visit], address: str) -> None:
    seen = visit()
    sheet = chosen(seen, "Another server (OpenAI-compatible)")
    sheet.get_by_label("Address of the model").fill(address)
    sheet.get_by_role("button", name="Save", exact=True).click()

    expect(sheet).to_be_visible()
    assert seen.heard() == []


@pytest.mark.browser
def test_a_model_of_others_has_a_budget_from_the_start_and_one_of_ones_own_none(visit: Callable[..., Visit]) -> None:
    seen = visit()
    sheet = chosen(seen, "Mistral")
    expect(sheet.get_by_label("Tokens a day")).to_have_value("200000")
    sheet.get_by_label("Provider").select_option(label="LM Studio")
    expect(sheet.get_by_label("Tokens a day")).to_have_value("")
