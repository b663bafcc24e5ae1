"""Tables of names and values: one pair a row, however the pairs were set."""

from pramana.chat.contracts.passages import BlockShape, PassageBlock, PassagePiece, TableRow
from pramana.chat.domain.structured_blocks import part_pairs


def table(*rows: list[str], headed: bool) -> tuple[PassageBlock, str]:
    """A table as reading stores it, with the text that it stands in."""
    text, made = "", []
    for cells in rows:
        pieces = []
        for cell in cells:
            pieces.append(PassagePiece(len(text), len(text) + len(cell), cell))
            text += f"{cell}\t"
        made.append(TableRow(pieces[0].start, pieces[-1].end, tuple(pieces)))
    header = made[0].cells if headed else ()
    body = tuple(made[1:] if headed else made)
    return PassageBlock(BlockShape.TABLE, 0, len(text), header=header, rows=body), text


def cells_of(block: PassageBlock) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in block.rows]


def test_two_pairs_side_by_side_become_rows_of_their_own() -> None:
    block, _ = table(
        ["Order no.", "K-88", "Date", "3 May 2026"],
        ["Customer", "Elm Farm", "Due date", "17 May 2026"],
        headed=True,
    )
    parted = part_pairs(block)
    assert parted.header == ()
    assert cells_of(parted) == [
        ["Order no.", "K-88"],
        ["Date", "3 May 2026"],
        ["Customer", "Elm Farm"],
        ["Due date", "17 May 2026"],
    ]


def test_a_table_with_columns_is_left_alone() -> None:
    block, _ = table(
        ["Item", "Quantity", "Unit price", "Amount"], ["Rake", "2", "9.00", "18.00"], headed=True
    )
    assert part_pairs(block) == block
    receipt, _ = table(["Tea", "2", "3.00", "6.00"], ["Scone", "1", "4.00", "4.00"], headed=False)
    assert part_pairs(receipt) == receipt
    years, _ = table(["Rent", "2024", "Change", "2025"], ["Hall", "90", "up", "95"], headed=True)
    assert part_pairs(years) == years


def test_names_inside_cells_are_told_from_their_values_and_keep_their_places() -> None:
    block, text = table(
        ["Ship to: Elm Farm", "Order no.: K-88 Tax point: 3 May 2026 Your ref: J. Moss"],
        headed=False,
    )
    parted = part_pairs(block)
    assert cells_of(parted) == [
        ["Ship to", "Elm Farm"],
        ["Order no.", "K-88"],
        ["Tax point", "3 May 2026"],
        ["Your ref", "J. Moss"],
    ]
    assert all(
        text[cell.start : cell.end] == cell.text for row in parted.rows for cell in row.cells
    )
