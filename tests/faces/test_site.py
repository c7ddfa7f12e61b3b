"""The site of a contest: whole, safe to look at, the same as the tables, and never written by halves."""

from __future__ import annotations

import base64
import gzip
import os
import posixpath
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from urllib.parse import urldefrag

import msgspec
import pytest
from msgspec.structs import replace

from arena.contest import time_of
from arena.errors import WrongInput
from arena.faces import Site, organisers_edition, published_edition, read, watch_page, write_site
from arena.faces.site import game_pages
from arena.faces.site.charts import Interval, Scale, bar, course_chart, ticks
from arena.faces.site.reading import unquoted
from arena.games import EVERYTHING, PUBLIC, Ranking
from arena.pairing import Stage
from arena.protocol import printable
from arena.referee import encode_record
from arena.standings import render
from arena.store import Store
from tests.faces.sites import GAME, PATH, TEAM_GAME, Read, at_fault, facts_of, played, site_of

THREE = ["ann", "bob", "cy"]
ODD = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"'><svg onload=alert(1)>", "{{ 7 * 7 }}",
    "{% raw %}", "\u202eevil\u202c", "\x1b[2J\x00", "-->]]><!--", "javascript:alert(1)", "&lt;b&gt;",
    "../../etc/passwd",
    "a/b", "index", "status.json", "0", "con", "x" * 10_000, "\u200b", " ", "style=color:red", "</table>", "</title>",
    "<base href=//x>", "<meta http-equiv=refresh>", "\ud7ff\U0001f600", "a\nb", "a\tb", "#d=3", "?bare=1", "%2e%2e%2f",
    "`${x}`", "\\", "'", '"', "=1+1", "@x", "<b", "&", ";", "\u2028",
]  # fmt: skip


def test_every_link_leads_somewhere_and_no_page_can_run_anything_else(tmp_path: Path) -> None:
    """No style and no handler in any element, no script but the site's own, and each page says so to the browser."""
    facts = facts_of(THREE, over=12)
    with site_of(tmp_path / "c.db", facts, list(played(facts, range(12)))) as site:
        paths = list(site.paths())
        pages = {path: site.page(path) or b"" for path in paths}
    assert len(set(paths)) == len(paths)
    assert paths[-1] == "status.json"
    for path, page in pages.items():
        assert PATH.fullmatch(path), path
        if not path.endswith(".html") or path.startswith("games/"):
            continue
        read = Read(page)
        assert page.endswith(b"</html>")
        for tag, given in read.elements:
            assert "style" not in given, (path, tag)
            assert not any(name.startswith("on") for name in given)
            assert tag not in ("style", "iframe", "object", "form", "base")
        assert [given for tag, given in read.elements if tag == "script"] == [
            {"src": posixpath.relpath("site.js", posixpath.dirname(path) or "."), "defer": None}
        ]
        policies = [given for _, given in read.elements if given.get("http-equiv") == "Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self'" in str(policies)
        for link in read.links:
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), urldefrag(link).url))
                if link[0] != "#"
                else path
            )
            assert target in pages, f"{path} leads to {link}"
            anchor = urldefrag(link).fragment
            if anchor and not target.startswith("games/"):
                assert f'id="{anchor}"'.encode() in pages[target]


def test_all_names_are_text(tmp_path: Path) -> None:
    """Forty bots called what nobody should be: the elements of each page are those of a site of tame names."""

    def elements(names: list[str], path: Path) -> dict[str, list[str]]:
        facts = facts_of(names)
        with site_of(path, facts, list(played(facts, range(0, 1560, 13)))) as site:
            pages = {
                one: site.page(one) or b"" for one in site.paths() if one.endswith(".html") and "games/" not in one
            }
            for bot, name in enumerate(names):
                text = Read(pages[f"bots/{bot}.html"]).text
                assert printable(name) in text
        assert all(PATH.fullmatch(one) for one in pages)
        assert all(len(page) < 300_000 for page in pages.values())
        return {one: sorted(tag for tag, _ in Read(page).elements) for one, page in pages.items()}

    tame = [f"bot{number:02}" for number in range(40)]
    odd, plain = elements(ODD, tmp_path / "odd.db"), elements(tame, tmp_path / "tame.db")
    assert odd.keys() == plain.keys()
    # Rows come in the order of names where figures are equal, so single pages may differ in what a row links to.
    allowed = {tag for tags in plain.values() for tag in tags}
    assert {tag for tags in odd.values() for tag in tags} <= allowed


def test_pages_say_what_the_tables_say(tmp_path: Path) -> None:
    """Each word of the standings as text is on the front page, or on the page that its heading leads to."""
    facts = facts_of(THREE)
    with site_of(tmp_path / "c.db", facts, list(played(facts, range(60)))) as site:
        said = render(site.reading.standings, "text", resources=True, details=True)
        pages = ("index.html", "cross.html", "sure.html", "resources.html", "course.html")
        shown = " ".join(" ".join(Read(site.page(path) or b"").text.split()) for path in pages)
    figures = {word for word in said.split() if any(letter.isdigit() for letter in word)}
    assert len(figures) > 30
    assert not [word for word in figures if word not in shown]
    assert site.page("downloads/standings.json") == render(site.reading.standings, "json").encode()


def test_a_deal_stands_side_by_side_from_every_seat(tmp_path: Path) -> None:
    """The row is the bot, the column the seat: one who wins on both seats took all, one seat that always wins too."""
    facts = facts_of(["ann", "bob"], over=4)
    games = list(played(facts, range(4)))
    # Of the first deal seat 1 wins both games, of the second ann does.
    for at, places in enumerate([(2, 1), (2, 1), (1, 2), (2, 1)]):
        games[at] = replace(games[at], outcome=Ranking(places, (7.0, 9.0)), faults=())
    assert [record.seating for record in games] == [("ann", "bob"), ("bob", "ann")] * 2
    with site_of(tmp_path / "c.db", facts, games) as site:
        text = " ".join(Read(site.page("deals/0.html") or b"").text.split())
    first, second = text[text.index("Deal 0 ") :].split("Deal 1 ", 1)
    assert "bots apart 0 % seats apart 100 %" in first
    assert "bots apart 100 % seats apart 0 %" in second
    assert games[0].deal in first


def test_of_a_deal_that_is_still_to_be_played_the_public_reads(tmp_path: Path) -> None:
    """Game 2 is shown as the public saw it, and whole once game 3 has ended; no seed of it before, nor the master's."""
    facts = facts_of(["ann", "bob"])
    games = list(played(facts, range(4)))
    with Store.create(tmp_path / "c.db", facts) as store:
        store.add(map(encode_record, games[:3]))
        site = Site(read(store))
        pages = [site.page(path) or b"" for path in site.paths()]
        assert not any(games[2].deal.encode() in page or b"the-master-seed" in page for page in pages)
        assert any(games[0].deal.encode() in page for page in pages)
        assert (
            site.page("games/2.html")
            == watch_page(published_edition(PUBLIC, games[2], GAME, time_of(store.facts()))).encode()
        )
        assert b"games/2.html#g=2&amp;public" in (site.page("deals/0.html") or b"")
        store.add([encode_record(games[3])])
        site = Site(read(store))
        assert (
            site.page("games/2.html")
            == watch_page(published_edition(EVERYTHING, games[2], GAME, time_of(store.facts()))).encode()
        )
        assert games[2].deal.encode() in (site.page("deals/0.html") or b"")


def test_a_fault_leads_to_its_decision_and_its_words_are_for_its_author(tmp_path: Path) -> None:
    """The verdict is shown with its link. What was said of it quotes stderr, commands and paths of the machine: it
    is on no page, nor in what is packed in one, and in the organiser's own copy alone."""
    facts = facts_of(["ann", "bob"], over=8)
    games = [at_fault(record, "illegal") for record in played(facts, range(8))]
    broken = replace(games[0].measured, trouble="Traceback: a word for the author alone")
    games[0] = replace(games[0], status="error", outcome=None, measured=broken)
    games[1] = replace(games[1], decisions=(*games[1].decisions, (0, 0)))
    with site_of(tmp_path / "c.db", facts, games) as site:
        pages = {path: site.page(path) or b"" for path in site.paths()}
        assert sum(path.startswith("games/") for path in pages) == 8
        for path, page in pages.items():
            assert b"author alone" not in unpacked(page), path
        assert b'games/1.html#g=1&amp;d=4">illegal</a>' in pages["bots/0.html"]
        assert b'"illegal"' in unpacked(pages["games/2.html"])
    own = unpacked(watch_page(organisers_edition(games[0], GAME, None)).encode())
    assert own.count(b"author alone") >= 2


def unpacked(page: bytes) -> bytes:
    """A page with what is packed in it."""
    packed = re.findall(rb'<script type="text/plain"[^>]*>([A-Za-z0-9+/=]+)</script>', page)
    return page + b"".join(gzip.decompress(base64.b64decode(part)) for part in packed)


def test_a_benched_bots_reason_quotes_nothing(tmp_path: Path) -> None:
    """Not on a page, and not in what is to be downloaded: it might name a move of a deal that is still to be played."""
    facts = facts_of(["ann", "bob"])
    with site_of(tmp_path / "c.db", facts, list(played(facts, range(4)))) as site:
        rows = site.reading.standings.rows
    benched = replace(rows[0], benched="was at fault in 3 games in a row, the last of them game 9: decision 2: the Spy")
    quiet = unquoted(replace(site.reading.standings, rows=(benched, rows[1])))
    assert quiet.rows[0].benched == "was at fault in 3 games in a row, the last of them game 9"
    gone = replace(rows[0], benched="was retired: by its author", retired=True)
    assert unquoted(replace(site.reading.standings, rows=(gone,))).rows[0].benched == gone.benched


def test_a_cooperative_contest_has_its_matrix_and_its_teams(tmp_path: Path) -> None:
    """Deals list teams by score, and bots their partners; there is no page of Elo."""
    facts = facts_of(THREE, TEAM_GAME.name, "cross-play")
    with site_of(tmp_path / "c.db", facts, list(played(facts, range(12), TEAM_GAME))) as site:
        assert site.page("sure.html") is None
        assert "Row with column" in Read(site.page("cross.html") or b"").text
        assert "With whom" in Read(site.page("bots/0.html") or b"").text
        assert "its teams, the best score first" in Read(site.page("deals/0.html") or b"").text


def test_a_knock_out_has_its_bracket_and_its_stages(tmp_path: Path) -> None:
    """Whoever goes on stands first in his match, and a stage has its matches with their points and deals."""
    facts = facts_of(["ann", "bob", "cy", "dee"], format="knock-out")
    said = msgspec.json.decode(facts.contest) | {"deals": 1}
    facts = replace(facts, contest=msgspec.Raw(msgspec.json.encode(said)))
    stages = [msgspec.json.encode(Stage(((0, 1), (2, 3)), 1, title="semi-finals"))]
    model = next(iter(played(facts_of(THREE), [0])))
    games = [
        replace(model, number=at, group=at // 2, seating=seating, outcome=Ranking(places, (0.0, 0.0)))
        for at, (seating, places) in enumerate(
            [(("ann", "bob"), (2, 1)), (("bob", "ann"), (1, 2)), (("cy", "dee"), (1, 2)), (("dee", "cy"), (2, 1))]
        )
    ]
    with site_of(tmp_path / "c.db", facts, games, stages) as site:
        text = " ".join(Read(site.page("stages/0.html") or b"").text.split())
        assert "bob (2.0), ann (0.0)20" in text
        assert "cy (2.0), dee (0.0)21" in text
        assert "semi-finals" in Read(site.page("stages.html") or b"").text
        assert site.page("stages/1.html") is None


def test_what_is_served_has_a_page_for_every_game(tmp_path: Path) -> None:
    """On a site of files the last ones have one, those of the first two, and those with a fault."""
    facts = facts_of(["ann", "bob"])
    games = list(played(facts, range(30)))
    with site_of(tmp_path / "c.db", facts, games, newest=2) as site:
        links = Read(site.page("bots/0-games-0.html") or b"").links
        assert {path for path in site.paths() if path.startswith("games/")} >= {"games/28.html", "games/29.html"}
        assert not any("games/0.html" in link for link in links)
        served = Read(Site(site.reading, served=True).page("bots/0.html") or b"").links
        assert any("games/1.html" in link for link in served)
        assert site.page("games/1.html") is not None
        assert site.page("games/30.html") is None
    for path in ("games/../x.html", "games/01.html", "bots/9.html", "deals/99.html", "x", "", "bots/0-games-7.html"):
        assert site.page(path) is None if not path.startswith("deals") else True


def test_only_what_is_new_is_written(tmp_path: Path) -> None:
    """Nothing where nothing is; games that are no longer among those with a page go; no other folder is touched."""
    facts, said, target = facts_of(["ann", "bob"]), list[object](), tmp_path / "site"
    games = list(played(facts, range(20)))
    with Store.create(tmp_path / "c.db", facts) as store:
        store.add(map(encode_record, games[:10]))
        write_site(store, target, 1, False, False, said.append)
        before = {path: path.stat().st_mtime_ns for path in target.rglob("*.*")}
        write_site(store, target, 1, False, False, said.append)
        assert str(said[-1]).endswith(" 0 files written")
        assert before == {path: path.stat().st_mtime_ns for path in target.rglob("*.*")}
        store.add(map(encode_record, games[10:]))
        (target / "games" / "notes.txt").write_text("somebody's")
        write_site(store, target, 1, False, False, said.append)
        kept = {path.name for path in (target / "games").iterdir()}
        assert kept == {
            path.removeprefix("games/") for path in Site(read(store), 1).paths() if "games/" in path[:6]
        } | {"notes.txt"}
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "mine.txt").write_text("mine")
        with pytest.raises(WrongInput, match="something else is there"):
            write_site(store, tmp_path / "other", 1, False, False, said.append)


def test_whoever_follows_writes_until_the_contest_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads again when something was written, and ends when the file says that nothing more will be."""
    facts, said = facts_of(["ann", "bob"]), list[str]()
    games = list(played(facts, range(4)))
    db = tmp_path / "c.db"
    with Store.create(db, facts) as store:
        store.add(map(encode_record, games[:2]))
    monkeypatch.setattr(os, "nice", lambda more: 0)
    with Store.open(db, write=True) as run, Store.open(db) as store:
        steps: Iterator[Callable[[], object]] = iter(
            [
                lambda: run.add(map(encode_record, games[2:])),
                lambda: run.change_facts(lambda facts: replace(facts, over=4)),
            ]
        )

        def sleep(seconds: float) -> None:
            for step in islice(steps, 1):
                step()

        monkeypatch.setattr(time, "sleep", sleep)
        write_site(store, tmp_path / "site", 5, True, True, lambda text: said.append(str(text)))
    assert [line.split(": ")[1].split(",")[0] for line in said] == ["2 games", "4 games", "4 games"]
    assert msgspec.json.decode((tmp_path / "site" / "status.json").read_bytes())["over"] is True
    assert (tmp_path / "site" / "downloads" / "contest.sealed.zip").exists()
    assert b"downloads/contest.sealed.zip" in (tmp_path / "site" / "downloads.html").read_bytes()


def test_kill_while_pages_are_written_leaves_whole_files(tmp_path: Path) -> None:
    """Each file is whole, and whoever writes the next time cleans up and finishes it."""
    facts = facts_of(THREE)
    with Store.create(tmp_path / "c.db", facts) as store:
        store.add(map(encode_record, played(facts, range(60))))
    target = tmp_path / "site"
    command = [sys.executable, "-m", "arena", "pages", str(tmp_path / "c.db"), "-o", str(target)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL) as writer:
        while writer.poll() is None and len(list((target / "games").glob("*.html"))) < 3:
            pass
        writer.send_signal(signal.SIGKILL)
    pages = list(target.rglob("*.html"))
    assert len(pages) >= 3
    assert all(page.read_bytes().rstrip().endswith(b"</html>") for page in pages)
    assert not (target / "index.html").exists(), "it had ended before"
    (target / "games" / "9.html.123.new").write_text("half")
    with Store.open(tmp_path / "c.db") as store:
        write_site(store, target, 50, False, False, lambda text: None)
        assert {str(path.relative_to(target)) for path in target.rglob("*.*")} == set(Site(read(store)).paths())


def test_charts_say_what_they_are_given() -> None:
    """Ends that are not known reach to the edge, a figure of which nothing is known is a dot, gaps stay gaps."""
    scale = Scale(0, 100, 200)
    assert "M0 8H120" in bar(scale, Interval(50, None, 60))
    assert "M100 8H100" in bar(scale, Interval(50, None, None))
    chart = course_chart(
        ["1", "2", "3", "4"],
        [Interval(1500, 1400, 1600), None, Interval(1510, None, None), Interval(1490, 1480, 1500)],
        1500,
        "x",
    )
    assert chart.count("<circle") == 3
    assert chart.count("M", chart.index('class="line"')) == 2
    assert course_chart(["1"], [None], None, "x") == ""
    assert ticks(1391, 1608) == [1400, 1450, 1500, 1550, 1600]


def test_what_rules_print_is_none_of_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While a site is written it goes nowhere; and no page leads elsewhere what others print meanwhile."""
    facts, outs = facts_of(["ann", "bob"]), list[object]()

    def prints(edition: object) -> str:
        outs.append(sys.stdout)
        print("printed by the rules")
        return "<p>"

    monkeypatch.setattr(game_pages, "watch_page", prints)
    with Store.create(tmp_path / "c.db", facts) as store:
        store.add(map(encode_record, played(facts, range(2))))
        write_site(store, tmp_path / "site", 1, False, False, lambda text: None)
        assert outs
        assert capsys.readouterr().out == ""
        before = sys.stdout
        Site(read(store)).page("games/1.html")
        assert outs[-1] is before
