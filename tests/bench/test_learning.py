"""The bench of learning: later papers of a corrected sender are read as taught."""

from random import Random

from bench.learning import judge_sender, main, sender_papers


def test_a_senders_papers_share_their_labels_and_differ_in_values() -> None:
    one, two = sender_papers(Random(3), 2)

    labels = [
        {line.split(":")[0] for line in paper.text.splitlines() if ":" in line}
        for paper in (one, two)
    ]
    assert labels[0] == labels[1]
    assert one.values != two.values


def test_no_corrected_mistake_is_repeated() -> None:
    judged = list(judge_sender(list(sender_papers(Random(3), 4)), None))

    assert not all(before for before, _ in judged)
    assert all(after for _, after in judged)


def test_the_bench_counts_before_and_after() -> None:
    figures = main(["--senders", "2", "--papers", "2", "--rules"])

    assert figures["fields"] == 8
    assert figures["before"] < figures["after"]
