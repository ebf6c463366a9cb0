"""What real software means for this page, check by check, and the test that holds each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
CHECKS = {
    "a stranger with no key gets checked citations on a phone": (
        "browser/test_page_kept.py::test_a_stranger_with_a_phone_and_no_key_gets_citations_from_an_example"
    ),
    "without a network the page opens and says what is missing": (
        "browser/test_offline.py::test_without_a_network_the_page_opens_and_python_starts_and_it_says_so"
    ),
    "any source may fail, is named, and can be asked again": (
        "browser/test_page_kept.py::test_a_source_that_failed_is_asked_again_and_nobody_else_is"
    ),
    "Esc ends an answer within a second": (
        "browser/page/test_page_asking.py::test_stop_ends_the_question_within_a_second_and_the_page_is_ready_again"
    ),
    "what is stopped keeps what it had, and says so": (
        "browser/page/test_page_building.py::test_what_was_found_before_a_stop_stays_and_says_that_it_was_stopped"
    ),
    "every number opens a card": (
        "browser/page/test_page_answer.py::test_a_mark_leads_to_its_card_and_the_card_leads_back"
    ),
    "every card links to a record of an allowed host": (
        "browser/test_question.py::test_every_record_that_is_linked_is_an_https_page_of_a_service"
    ),
    "exports lose nothing in other programs": "books/test_citing.py",
    "a reload brings the thread back": (
        "browser/test_page_kept.py::test_a_conversation_is_renamed_and_comes_back_after_a_reload"
    ),
    "erased is erased": "browser/test_page_kept.py::test_all_that_is_kept_is_counted_and_erased",
    "everything can be done by keyboard": (
        "browser/page/test_page_access.py::test_the_whole_way_can_be_gone_by_keyboard"
    ),
    "hostile records show as text": (
        "browser/page/test_page_robust.py::test_sixty_four_hostile_records_ask_no_host_and_become_no_markup"
    ),
    "the graph shown is the graph run, and can be taken out and checked": (
        "browser/test_page_kept.py::test_the_graph_that_ran_is_saved_fits_back_and_is_refused_where_it_was_broken"
    ),
    "A1": "browser/page/test_page_access.py::test_axe_finds_nothing",
    "A2": "browser/page/test_page_access.py::test_the_whole_way_can_be_gone_by_keyboard",
    "A3": "browser/page/test_page_access.py::test_an_answer_is_announced_in_two_to_four_sentences",
    "A4": "browser/page/test_page_access.py::test_a_narrow_window_never_scrolls_sideways",
    "A5": "browser/page/test_page_robust.py::test_words_and_states_stand_out_from_their_ground",
    "S1": "browser/page/test_page_robust.py::test_sixty_four_hostile_records_ask_no_host_and_become_no_markup",
    "S2": "browser/page/test_page_answer.py::test_no_code_of_the_page_turns_text_into_markup_or_code",
    "S3": "browser/test_boot.py::test_the_page_may_not_evaluate_text",
    "R11": (
        "browser/test_page_kept.py::test_python_that_dies_in_mid_conversation_comes_back_and_the_conversation_is_intact"
    ),
    "R12": "browser/page/test_page_robust.py::test_a_start_that_hangs_is_noticed_within_twenty_seconds",
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_test_that_holds_a_check_is_there(check: str) -> None:
    file, _, name = CHECKS[check].partition("::")
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}

    assert name in functions if name else functions
