"""Trials: each match is predicted before its result, tuned on one part, tested on a later one; the command and what it
refuses."""

import json
from datetime import date as Date
from datetime import timedelta
from math import erf, sqrt
from random import Random

import pytest
from django.core.management import CommandError, call_command

from ratings.trials import CONTENDERS, Marks, Refused, read, run

FIRST = Date(2006, 1, 1)


def season(tmp_path, matches=1500, players=24, seed=7, home=0.0, ties=False, margins=True):
    """A game with much luck: skills of 1.5 points a deal, deals of 21.5, eight deals a match."""
    chance = Random(seed)
    skill = [chance.gauss(0, 1.5) for _ in range(players)]
    lines = ["date,player_a,player_b,score_a" + (",margin,hands" if margins else "")]
    for number in range(matches):
        a, b = chance.sample(range(players), 2)
        margin = round(8 * (skill[a] - skill[b] + home) + chance.gauss(0, 21.5 * sqrt(8)))
        margin = margin or (0 if ties else 1)
        score = 0.5 if margin == 0 else float(margin > 0)
        date = FIRST + timedelta(days=number // 5)
        lines.append(f"{date},p{a},p{b},{score}" + (f",{margin},8" if margins else ""))
    file = tmp_path / "season.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


def trial(file, name, **more):
    table = read(file)
    return run(name, table, Marks.of(table, "0.15", "0.6"), **more)


@pytest.mark.parametrize("name", CONTENDERS)
def test_tuning_helps_and_answers_the_same_twice(tmp_path, name):
    file = season(tmp_path, matches=400)
    tuned, again = trial(file, name), trial(file, name)
    assert tuned == again
    assert tuned.figures.matches == 160
    assert tuned.tuned_on == 180
    assert 0.6 < tuned.figures.log_loss < 0.8


def test_where_luck_is_large_the_margin_predicts_more_than_the_result(tmp_path):
    file = season(tmp_path, matches=6000, players=200, seed=9)
    found = {name: trial(file, name).figures.log_loss for name in ("margin", "elo", "elo_fixed")}
    assert found["margin"] < min(found["elo"], found["elo_fixed"]) - 0.001


def test_a_match_is_predicted_before_its_result(tmp_path):
    file = season(tmp_path, matches=200)
    lines = file.read_text().splitlines()
    date, a, b, score, margin, hands = lines[-1].split(",")
    turned = ",".join([date, a, b, str(1 - float(score)), str(-int(margin)), hands])
    table = read(file)
    (tmp_path / "other.csv").write_text("\n".join([*lines[:-1], turned]) + "\n")
    other = read(tmp_path / "other.csv")
    marks = Marks(tune=0, test=199)
    one, two = (run("elo", each, marks, tune=False).figures.brier for each in (table, other))
    assert sqrt(one) + sqrt(two) == pytest.approx(1.0), "the same prediction against both results"


def test_the_advantage_of_who_is_named_first_is_found(tmp_path):
    found = trial(season(tmp_path, matches=1500, home=2.0), "margin", advantage=True)
    assert 1.0 < found.params["advantage"] < 3.0
    ahead = 0.5 * (1 + erf(found.params["advantage"] * sqrt(8) / found.params["sigma"] / sqrt(2)))
    assert 0.55 < ahead < 0.7


def test_an_advantage_that_would_give_the_winner_away_is_refused(tmp_path):
    file = tmp_path / "winners.csv"
    file.write_text("date,player_a,player_b,score_a\n" + "2026-01-01,Ann,Bob,1\n2026-01-02,Bob,Ann,1\n" * 20)
    with pytest.raises(Refused, match="the winner is named first"):
        trial(file, "elo", advantage=True)
    assert trial(file, "elo").figures.matches == 16


def test_given_parameters_are_kept(tmp_path):
    found = trial(season(tmp_path, matches=200), "elo_fixed", given={"k": 20.0})
    assert found.params == {"k": 20.0}


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [("elo", {"volume": 3}, "elo: .*volume"), ("glicko2", {"tau": -1.0}, "glicko2: tau is above 0")],
)
def test_parameters_that_do_not_fit_are_named(tmp_path, name, given, said):
    with pytest.raises(Refused, match=said):
        trial(season(tmp_path, matches=100), name, given=given)


@pytest.mark.parametrize(
    ("tune", "test"), [("0.6", "0.5"), ("0", "1"), ("0", "2"), ("soon", "0.5"), ("0", "2030-01-01")]
)
def test_marks_that_leave_nothing_are_refused(tmp_path, tune, test):
    with pytest.raises(Refused):
        Marks.of(read(season(tmp_path, matches=50)), tune, test)


def test_marks_may_be_dates(tmp_path):
    table = read(season(tmp_path, matches=300))
    assert Marks.of(table, "0", "2006-01-29") == Marks(0, 140)


def test_the_command_prints_an_object_a_system(tmp_path, capsys):
    call_command("rate_csv", str(season(tmp_path, matches=200)), "--system=all", "--no-tune", "--json")
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["system"] for one in objects] == list(CONTENDERS)
    assert set(objects[0]) == {
        *("system", "log_loss", "accuracy", "brier", "ece", "test", "tune", "players", "params", "seconds")
    }
    assert {one["players"] for one in objects} == {24}


def test_the_command_says_what_it_falls_back_to(tmp_path, capsys):
    call_command("rate_csv", str(season(tmp_path, matches=100, margins=False)), "--system=margin", "--no-tune")
    captured = capsys.readouterr()
    assert "no margins" in captured.err
    assert captured.out.splitlines()[1].startswith("margin")


def test_names_of_columns_given_one_by_one_add_up(tmp_path, capsys):
    file = season(tmp_path, matches=100)
    file.write_text(file.read_text().replace("player_a", "home", 1).replace("player_b", "away", 1))
    call_command("rate_csv", str(file), "--system=elo", "--no-tune", "--map=player_a=home", "--map=player_b=away")
    assert capsys.readouterr().out.splitlines()[1].startswith("elo")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--set", "k"], "--set takes NAME=VALUE, not 'k'"),
        (["--map", "date"], "--map takes NAME=VALUE, not 'date'"),
        (["--test-from", "7"], "test-from is a fraction"),
        (["--system", "elo", "--set", "volume=3"], "volume"),
    ],
)
def test_the_command_refuses_with_the_reason(tmp_path, more, said):
    with pytest.raises(CommandError, match=said):
        call_command("rate_csv", str(season(tmp_path, matches=50)), *more)
