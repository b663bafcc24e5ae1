"""`python -m bench NAME [args]`: calls `bench.NAME.main(args)` and prints its figures as JSON."""

import importlib
import json
import sys
from pathlib import Path


def names() -> list[str]:
    own = Path(__file__).parent
    return sorted(
        path.stem.replace("_", "-") for path in own.glob("*.py") if not path.name.startswith("_")
    )


def main(argv: list[str]) -> int:
    if not argv or argv[0] not in names():
        print(
            f"usage: ./run bench NAME [args]; NAME is one of {', '.join(names())}", file=sys.stderr
        )
        return 2
    figures = importlib.import_module(f"bench.{argv[0].replace('-', '_')}").main(argv[1:])
    print(json.dumps(figures, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
