"""The pages in a real browser: reachable by keyboard, in order, on any width, in both colour schemes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from gate.db import Database

PATHS = ["/", "/pulls/acme/shop/128", "/nothing"]

CONTRASTS = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const colour = value => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = value; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * x + .7152 * y + .0722 * z; };
  const behind = element => { for (let e = element; e; e = e.parentElement) {
    const paper = colour(getComputedStyle(e).backgroundColor); if (paper[3] === 255) return paper; } return [255, 255, 255, 255]; };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!own || !element.getClientRects().length) continue;
    const [a, b] = [light(colour(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
    found.push([(a + .05) / (b + .05), element.textContent.trim().slice(0, 40)]);
  }
  return found;
}"""


@pytest.fixture
def address(told: Database, served: Callable[[Database], str]) -> str:
    return served(told)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("path", PATHS)
def test_a_page_loads_without_a_fault(page: Page, address: str, path: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "404" not in message.text else None)
    page.on("requestfailed", lambda request: faults.append(request.url))

    page.goto(address + path, wait_until="networkidle")

    assert faults == []


@pytest.mark.parametrize("path", PATHS)
def test_everything_that_can_be_pressed_is_reached_by_the_tab_key(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    pressable = page.eval_on_selector_all(
        "a[href], summary", "all => all.map(one => one.getAttribute('href') || one.textContent)"
    )

    reached = []
    for _ in pressable:
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.getAttribute('href') || document.activeElement.textContent")
        )

    assert reached == pressable


def test_the_first_press_of_tab_offers_to_skip_to_the_content_and_shows_where_it_is(page: Page, address: str) -> None:
    page.goto(address)

    page.keyboard.press("Tab")
    shown = page.evaluate(
        "() => { const e = document.activeElement; return [e.textContent, e.getBoundingClientRect().left >= 0,"
        " getComputedStyle(e).outlineStyle, parseFloat(getComputedStyle(e).outlineWidth) >= 2] }"
    )

    assert shown == ["Skip to the content", True, "solid", True]


def test_the_keyboard_alone_leads_to_the_evidence_and_back(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="acme/shop#128").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/pulls/acme/shop/128")
    page.get_by_role("navigation").get_by_role("link", name="Held and stopped").focus()
    page.keyboard.press("Enter")

    page.wait_for_url(f"{address}/")

    assert page.get_by_role("heading", level=1).inner_text() == "1 change waits for a person"


@pytest.mark.parametrize("path", PATHS)
def test_headings_begin_at_one_and_skip_no_level(page: Page, address: str, path: str) -> None:
    page.goto(address + path)

    levels = page.eval_on_selector_all("h1, h2, h3, h4, h5, h6", "all => all.map(one => Number(one.tagName[1]))")

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("width", [320, 400, 768, 1280])
def test_nothing_is_wider_than_the_window(page: Page, address: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address + path)

    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_what_is_behind_it(browser: Browser, address: str, path: str, scheme: str) -> None:
    """WCAG 2.2 level AA, 1.4.3: a contrast of 4.5 to 1. https://www.w3.org/TR/WCAG22/#contrast-minimum"""
    page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(address + path)

    contrasts = page.evaluate(CONTRASTS)
    page.close()

    assert len(contrasts) > 3
    assert [(round(ratio, 2), words) for ratio, words in contrasts if ratio < 4.5] == []
