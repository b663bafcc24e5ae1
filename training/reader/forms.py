"""Made-up office papers with their questions: forms, bills, contracts and tables in two languages.

    python -m training.reader forms --to FILE [--papers 5000]

Each paper is put together at random from the word lists in `data/forms.json`: labels, ways to ask,
values and layouts. A question is asked as a person would ask it or as a bare field name, in the
paper's language or in the other one. What the paper leaves out is asked too and must not be
answered, nor may a row or a column that a table does not have.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

WORDS = Path(__file__).parent / "data" / "forms.json"
SEED = 23
NEPALI_SHARE = 0.3
TABLE_SHARE = 0.4
MOST_QUESTIONS = 7
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


@dataclass
class Paper:
    """A text under construction, with where each value was written."""

    text: str = ""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def write(self, words: str, key: str = "") -> None:
        if key:
            self.places[key] = (len(self.text), len(self.text) + len(words))
        self.text += words


class FormMaker:
    """Makes papers, one after the other, from one source of chance."""

    def __init__(self, seed: int = SEED) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
        self.words = json.loads(WORDS.read_text("utf-8"))

    def papers(self, count: int) -> list[dict]:
        """Rows in the format that training reads."""
        made = []
        for number in range(count):
            language = "ne" if self.chance.random() < NEPALI_SHARE else "en"
            if self.chance.random() < TABLE_SHARE:
                text, questions = self._table_paper(language)
            else:
                text, questions = self._form_paper(language)
            made.append({"id": f"forms-{number:05d}", "text": text, "qa": questions})
        return made

    # ---- forms ---------------------------------------------------------------------------------

    def _form_paper(self, language: str) -> tuple[str, list[dict]]:
        kind = self.chance.choice(self.words["forms"])
        fields = list(kind["fields"])
        self.chance.shuffle(fields)
        cut = self.chance.randint(min(3, len(fields)), max(3, len(fields) * 3 // 4))
        present, absent = fields[:cut], fields[cut:]
        values = {
            name: self._value(self.words["fields"][name]["value"], language) for name in present
        }
        paper = Paper()
        paper.write(self._pick(kind["titles"][language]) + "\n")
        layouts: list[Callable[[Paper, list[str], dict[str, str], str], None]] = [
            self._lines,
            self._columns,
            self._label_above,
            self._sentences,
            self._pairs,
        ]
        while present:
            size = min(len(present), self.chance.randint(1, 6))
            part, present = present[:size], present[size:]
            self.chance.choice(layouts)(paper, part, values, language)
            if self.chance.random() < 0.35:
                paper.write(self._pick(self.words["filler"][language]) + "\n")
        return paper.text.strip("\n"), self._form_questions(paper, values, absent, language)

    def _lines(self, paper: Paper, names: list[str], values: dict[str, str], language: str) -> None:
        mark = self._pick([": ", ": ", " : ", "\t", "   ", " - ", ":\t"])
        for name in names:
            paper.write(self._label(name, language) + mark)
            paper.write(values[name], name)
            paper.write("\n")

    def _columns(
        self, paper: Paper, names: list[str], values: dict[str, str], language: str
    ) -> None:
        """Labels in a row, their values in the next one, as a form's header often is."""
        gap = self._pick(["   ", "\t", " | ", "  "])
        paper.write(gap.join(self._label(name, language) for name in names) + "\n")
        for name in names:
            paper.write(values[name], name)
            paper.write(gap if name != names[-1] else "\n")

    def _label_above(
        self, paper: Paper, names: list[str], values: dict[str, str], language: str
    ) -> None:
        for name in names:
            paper.write(self._label(name, language) + "\n")
            paper.write(values[name], name)
            paper.write("\n")

    def _pairs(self, paper: Paper, names: list[str], values: dict[str, str], language: str) -> None:
        """Two label and value pairs on a line, as two columns of a page are read."""
        for position, name in enumerate(names):
            paper.write(self._label(name, language) + self._pick([": ", " ", ":  "]))
            paper.write(values[name], name)
            paper.write("\n" if position % 2 or name == names[-1] else "    ")

    def _sentences(
        self, paper: Paper, names: list[str], values: dict[str, str], language: str
    ) -> None:
        for name in names:
            forms = self.words["fields"][name].get("sentences", {}).get(language)
            forms = forms or self.words["sentences"][language]
            label = self._label(name, language)
            before, after = self._pick(forms).replace("{label}", label).split("{value}")
            if not before:
                before = ""
            paper.write(before[:1].upper() + before[1:])
            paper.write(values[name], name)
            paper.write(after + " ")
        paper.write("\n")

    def _form_questions(
        self, paper: Paper, values: dict[str, str], absent: list[str], language: str
    ) -> list[dict]:
        questions = []
        for name, (start, end) in paper.places.items():
            if paper.text[start:end] == values.get(name):
                questions.append(self._question(self._ask(name, language), values[name], start))
        self.chance.shuffle(questions)
        questions = questions[: self.chance.randint(2, MOST_QUESTIONS - 2)]
        self.chance.shuffle(absent)
        for name in absent[: max(1, len(questions) * 3 // 4)]:
            related = set(self.words["fields"][name].get("same_as", [])) & set(values)
            if not related:
                questions.append(self._question(self._ask(name, language)))
        return questions

    def _ask(self, name: str, language: str) -> str:
        """A field as a question, or as its bare name; sometimes in the other language."""
        known = self.words["fields"][name]
        roll = self.chance.random()
        if roll < 0.2:
            return name if self.chance.random() < 0.5 else name.replace("_", " ")
        asked = language
        if roll > 0.8:
            asked = "en" if language == "ne" else "ne"
        label = self._pick(known["labels"][asked])
        if asked == "en":
            label = label[:1].lower() + label[1:] if not label[:2].isupper() else label
        if self.chance.random() < 0.35:
            return self._pick([label, label.title() if asked == "en" else label, label + "?"])
        own = known.get("questions", {}).get(asked)
        if own and self.chance.random() < 0.6:
            return self._pick(own)
        return self._pick(self.words["questions"][asked]).replace("{label}", label)

    # ---- tables --------------------------------------------------------------------------------

    def _table_paper(self, language: str) -> tuple[str, list[dict]]:
        kind = self.chance.choice(self.words["tables"][language])
        names = self._sample(self._row_names(kind["rows"], language), self.chance.randint(4, 9))
        shown, missing_rows = names[:-2], names[-2:]
        columns = list(kind["columns"])
        self.chance.shuffle(columns)
        columns = columns[: self.chance.randint(2, min(5, len(columns)))]
        spare = columns.pop() if len(columns) > 2 else None
        cells = {
            (row, column["name"]): self._value(column["value"], language)
            for row in shown
            for column in columns
        }
        paper = Paper()
        paper.write(self._pick(kind["titles"]) + "\n")
        if self.chance.random() < 0.4:
            paper.write(self._pick(self.words["filler"][language]) + "\n")
        across = self.chance.random() < 0.25
        heads = [column["name"] for column in columns]
        self._write_table(paper, kind["head"], shown, heads, cells, across=across)
        if self.chance.random() < 0.5:
            paper.write(self._pick(self.words["filler"][language]))
        questions = []
        for row, column in self._sample(list(cells), MOST_QUESTIONS - 3):
            start, _ = paper.places[f"{row}\n{column}"]
            asked = self._ask_cell(row, self._column(columns, column), language)
            questions.append(self._question(asked, cells[row, column], start))
        for row in missing_rows:
            questions.append(self._question(self._ask_cell(row, self._pick(columns), language)))
        if spare:
            questions.append(self._question(self._ask_cell(self._pick(shown), spare, language)))
        return paper.text.strip("\n"), questions

    def _write_table(
        self,
        paper: Paper,
        head: str,
        rows: list[str],
        columns: list[str],
        cells: dict[tuple[str, str], str],
        *,
        across: bool,
    ) -> None:
        """Rows of cells, in one of the ways tables become text; `across`: things are columns."""
        style = self._pick(["pipes", "pipes", "spaces", "ragged", "tabs", "named"])
        downward, sideways = (columns, rows) if across else (rows, columns)
        if style == "named":
            for each in downward:
                paper.write(f"{each}: " if across else f"{head}: {each}; ")
                for other in sideways:
                    row, column = (other, each) if across else (each, other)
                    paper.write(f"{other}: ")
                    paper.write(cells[row, column], f"{row}\n{column}")
                    paper.write("; " if other != sideways[-1] else "\n")
            return
        gap = {"pipes": " | ", "spaces": "   ", "ragged": " ", "tabs": "\t"}[style]
        edge = "| " if style == "pipes" and self.chance.random() < 0.5 else ""
        paper.write(edge + gap.join(["" if across else head, *sideways]).lstrip(" ") + "\n")
        for each in downward:
            paper.write(edge + each)
            for other in sideways:
                row, column = (other, each) if across else (each, other)
                paper.write(gap)
                paper.write(cells[row, column], f"{row}\n{column}")
            paper.write("\n")

    def _ask_cell(self, row: str, column: dict, language: str) -> str:
        own = column.get("questions")
        if own and self.chance.random() < 0.5:
            return self._pick(own).replace("{row}", row)
        asked = language
        label = column["name"]
        if column.get("other") and self.chance.random() < 0.25:
            asked, label = ("ne" if language == "en" else "en"), column["other"]
        label = (
            label[:1].lower() + label[1:] if asked == "en" and not label[:2].isupper() else label
        )
        form = self._pick(self.words["cell_questions"][asked])
        return form.replace("{row}", row).replace("{label}", label)

    @staticmethod
    def _column(columns: list[dict], name: str) -> dict:
        return next(column for column in columns if column["name"] == name)

    def _row_names(self, kind: str, language: str) -> list[str]:
        made = {self._value(kind, language) for _ in range(30)}
        return sorted(made)

    # ---- values --------------------------------------------------------------------------------

    def _value(self, kind: str, language: str) -> str:
        """A value of a kind: one of its words, or of its forms such as `INV-####`, filled in."""
        source = self.words["values"].get(f"{kind}_{language}") or self.words["values"][kind]
        text = self._pick(source)
        while "{" in text:
            before, _, rest = text.partition("{")
            name, _, after = rest.partition("}")
            text = before + self._value(name, language) + after
        text = "".join(
            self._digit(position, text) if c == "#" else c for position, c in enumerate(text)
        )
        text = "".join(self.chance.choice("ABCDEFGHKLMNPRSTVWX") if c == "@" else c for c in text)
        if (
            language == "ne"
            and kind not in self.words["latin_kinds"]
            and self.chance.random() < 0.8
        ):
            text = text.translate(DEVANAGARI)
        return text

    def _digit(self, position: int, text: str) -> str:
        first = position == 0 or not (text[position - 1] in "#,." or text[position - 1].isdigit())
        return str(self.chance.randint(1 if first else 0, 9))

    def _label(self, name: str, language: str) -> str:
        label = self._pick(self.words["fields"][name]["labels"][language])
        return label.upper() if language == "en" and self.chance.random() < 0.1 else label

    @staticmethod
    def _question(asked: str, answer: str = "", start: int = -1) -> dict:
        if not answer:
            return {"q": asked, "answers": []}
        return {"q": asked, "answers": [answer], "start": start}

    def _pick(self, items: list):
        return self.chance.choice(items)

    def _sample(self, items: list, count: int) -> list:
        return self.chance.sample(items, min(count, len(items)))


def write_forms(target: Path, papers: int) -> None:
    rows = FormMaker().papers(papers)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    target.write_text(text, "utf-8")
