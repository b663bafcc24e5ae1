"""Runs in faiss' environment: reads vector files named on stdin, prints rankings and their cost."""

import json
import sys
import time
from typing import Any

DEPTH = 10


def search(corpus: str, questions: str) -> dict[str, Any]:
    """Every vector is compared, as ours are at this size; one question at a time."""
    import faiss
    import numpy

    faiss.omp_set_num_threads(1)
    known, asked = numpy.load(corpus), numpy.load(questions)
    index = faiss.IndexFlatIP(known.shape[1])
    index.add(known)
    index.search(asked[:1], DEPTH)
    began = time.process_time()
    places = [index.search(asked[row : row + 1], DEPTH)[1][0].tolist() for row in range(len(asked))]
    spent = (time.process_time() - began) * 1000
    return {"places": places, "search_cpu_ms": round(spent / len(asked), 3)}


if __name__ == "__main__":
    print(json.dumps(search(**json.load(sys.stdin))))
