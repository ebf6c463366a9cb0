import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivist.tools.text import ERROR_LIMIT, clip_utf8, public, visible, well_formed


@pytest.mark.parametrize(
    ("ill", "well"),
    [
        pytest.param(b"ok \xff end", "ok \ufffd end", id="X22 result"),
        pytest.param(b"bad \xc3 byte", "bad \ufffd byte", id="X22 error"),
        pytest.param("ok \udcff end", "ok \ufffd end", id="PF10 surrogate in text"),
        pytest.param(b"\xe2\x82", "\ufffd", id="TX1 one mark for one cut sequence"),
        pytest.param(b"\xed\xa0\x80", "\ufffd\ufffd\ufffd", id="TX1 an encoded surrogate is never decoded"),
        pytest.param(b"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd", id="TX1 above U+10FFFF"),
        pytest.param('{"ok":"café","n":1}', '{"ok":"café","n":1}', id="X23 well-formed text stays"),
    ],
)
def test_ill_formed_text_is_mended_and_nothing_else_is_touched(ill: str | bytes, well: str) -> None:
    assert well_formed(ill) == well


@pytest.mark.parametrize(
    ("hidden", "seen"),
    [
        ("a\x00b\x1b[31m", "a\u2400b\u241b[31m"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("user\u202eDAEH\u202c", "userDAEH"),
        ("in\u200bvisi\ufeffble\u00ad", "invisible"),
        ("tags \U000e0041\U000e0042 out", "tags  out"),
        ("zero\u200djoiner in ascii", "zerojoiner in ascii"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\U0001f469\u200d\U0001f52c", "\U0001f469\u200d\U0001f52c"),
        ("del\x7f", "del\u2421"),
    ],
)
def test_what_cannot_be_seen_is_shown_or_removed(hidden: str, seen: str) -> None:
    assert visible(hidden) == seen


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("open /home/ada/books/list.csv failed", "open list.csv failed"),
        (r"open C:\Users\ada\list.csv failed", "open list.csv failed"),
        ("no folder ~/secret/place/", "no folder …"),
        ("GET https://example.org/search?q=dune failed", "GET https://example.org/search?q=dune failed"),
        (
            "GET https://example.org/v1?q=dune&key=AbC123 failed",
            "GET https://example.org/v1?q=dune&key=[redacted] failed",
        ),
        ("Authorization: Bearer abc.def.ghi", "Authorization: Bearer [redacted]"),
        ("sent sk-abcdefgh12345", "sent [redacted]"),
        ("at https://ada:pass@example.org/x", "at https://[redacted]@example.org/x"),
        ("bad\n\nAt:\n  /path/file.py(34): fn\n", "bad"),
        ('Traceback (most recent call last):\n  File "/x/y.py", line 1', ""),
        ("either/or, 1/2, and/or", "either/or, 1/2, and/or"),
        ("to\u200bken=abc\u202edef, \x1b[2J", "token=[redacted], \u241b[2J"),
    ],
)
def test_a_public_error_names_no_folder_no_key_and_no_code(said: str, told: str) -> None:
    assert public(said) == told


def test_a_secret_of_the_host_is_found_wherever_it_stands() -> None:
    assert public("<hunter2>hunter2", ("hunter2", "")) == "<[redacted]>[redacted]"


def test_a_long_error_is_cut() -> None:
    assert len(public("x" * 100_000)) == ERROR_LIMIT


@given(st.text() | st.binary())
def test_whatever_comes_in_the_public_text_is_valid_and_bounded(text: str | bytes) -> None:
    told = public(well_formed(text))
    assert told.encode("utf-8").decode("utf-8") == told
    assert len(told) <= ERROR_LIMIT


@given(st.text(alphabet=st.characters(codec="utf-8")), st.integers(0, 40))
def test_cutting_to_bytes_never_splits_a_character(text: str, limit: int) -> None:
    cut = clip_utf8(text, limit)
    assert text.startswith(cut)
    assert len(cut.encode()) <= limit or not cut
    longer = text[: len(cut) + 1]
    assert longer == cut or len(longer.encode()) > limit


@pytest.mark.parametrize(
    "said", ["\n" * 200_000, "/a" * 100_000, "key=" * 50_000, "Bearer " * 30_000, "://" * 60_000, "\u202e" * 100_000]
)
def test_a_hostile_error_is_told_in_few_words_and_in_no_time_worth_naming(said: str) -> None:
    assert len(public(said)) <= ERROR_LIMIT
