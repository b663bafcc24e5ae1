"""What a part of a document is called: the headings that lead to it, from the outermost."""

PATH = " › "


def own_name(section: str) -> str:
    """The innermost heading: what a person calls the section by.

    >>> own_name("Handbook › Inverse Kinematics"), own_name("Foreword")
    ('Inverse Kinematics', 'Foreword')
    """
    return section.rpartition(PATH)[2]
