"""Cards that fly: never in the way of the next move, and not at all for people who ask for less motion. Quiet
sounds."""

import pytest
from playing import gin, play_until, practise
from playwright.sync_api import Page, expect
from seat import in_menu

pytestmark = pytest.mark.browser

# Counts what is set moving, and how long the longest takes.
COUNT = """window.moved = 0; window.longest = 0; const plain = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
    window.moved += 1;
    window.longest = Math.max(window.longest, timing.duration + timing.delay);
    return plain.call(this, frames, timing);
};"""
# As above, but whatever flies takes ten seconds.
SLOW = """const plain = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
    return plain.call(this, frames, {...timing, duration: 10000});
};"""
# Counts what is started to sound.
HEAR = """window.sounded = 0;
for (const of of [AudioBufferSourceNode, OscillatorNode]) {
    const plain = of.prototype.start;
    of.prototype.start = function (...when) { window.sounded += 1; return plain.apply(this, when); };
}"""
FLYING = "document.getAnimations().filter((one) => one.id.startsWith('gt-') && one.playState === 'running').length"


@pytest.mark.parametrize("less", [True, False], ids=["reduced", "full"])
def test_cards_fly_briefly_and_not_at_all_where_less_motion_is_wished(visit, less: bool) -> None:
    page: Page = visit(390, 844)
    page.emulate_media(reduced_motion="reduce" if less else "no-preference")
    page.add_init_script(COUNT)
    player = practise(page, "gin-rummy-com")
    play_until(player, player.table.locator(".gt-result"))
    assert (page.evaluate("moved") == 0) == less
    assert page.evaluate("longest") <= 400


def test_the_switch_of_the_sounds_is_kept(visit) -> None:
    page: Page = visit(1280, 844)
    page.add_init_script(HEAR)
    player = practise(page, "gin-rummy-com")
    switch = page.get_by_role("button", name="Sound", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(player.table.locator(".gt-card").first).to_be_visible()
    for _ in range(600):
        if page.evaluate("sounded"):
            break
        if not gin(player, player.look()):
            page.wait_for_timeout(25)
    assert page.evaluate("sounded"), "a card that is drawn or thrown is heard"
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    in_menu(page, "Settings")
    in_settings = page.get_by_label("Sounds: cards")
    expect(in_settings).not_to_be_checked()
    page.keyboard.press("Escape")
    play_until(player, player.table.locator(".gt-result"))
    assert page.evaluate("sounded") == 0
    in_menu(page, "Settings")
    in_settings.check()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_a_card_is_thrown_while_another_still_flies(visit) -> None:
    page: Page = visit(1280, 800)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(SLOW)
    player = practise(page, "gin-rummy-com")
    for _ in range(600):
        look = player.look()
        if look.may_throw and page.evaluate(FLYING):
            break
        if not (look.may_throw and gin(player, look)) and not gin(player, look):
            page.wait_for_timeout(25)
    assert page.evaluate(FLYING), "the card that was drawn is on its way"
    hand = player.hand()
    card = next(card for card in look.cards if card not in look.melded)
    player.pick(card)
    player.use("d")
    expect(player.card(card)).to_have_count(0)
    assert player.hand() == hand - {card}
