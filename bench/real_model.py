"""A real model over the OpenAI wire: a typed answer, a stream and an agent, through the gateway.

Takes the address of any OpenAI-compatible server (llama.cpp, vLLM, Ollama). Needs no database: a
ledger row that cannot be written is mentioned in the log and costs nothing else.
"""

import argparse
import os
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, Field


class Minister(BaseModel):
    name: str = Field(description="The person's full name.")
    office: str = Field(description="The office the person holds.")
    since: int = Field(description="The year since when.")


class Total(BaseModel):
    total: int = Field(description="The sum in rupees.")


NOTICE = "Sita Rai has been Minister of Health since 2021. The budget is for schools."
PRICES = {"rice": 120, "tea": 45}
MOST_TOKENS = 150
"""Small models do not always come to an end by themselves."""


def price_of(item: str) -> int:
    """The price of one item, in rupees."""
    return PRICES[item.strip().lower()]


def main(argv: Sequence[str]) -> dict[str, Any]:
    arguments = _parser().parse_args(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from pramana.kit.scope import Scope
    from pramana.llm.engines import ModelAccess, parse_engine_choice
    from pramana.llm.gateway import GatewaySettings, ModelGateway

    choice = parse_engine_choice(f"openai:{arguments.model}")
    config = GatewaySettings(choice, timeout=arguments.timeout, server=ModelAccess(arguments.url))
    models = ModelGateway(Scope(tenant_id=uuid4()), config)
    return {
        "model": arguments.model,
        "complete": _timed(lambda: _complete(models)),
        "stream": _timed(lambda: _stream(models)),
        "agent": _timed(lambda: _agent(models)),
    }


def _complete(models: Any) -> dict[str, Any]:
    from pramana.llm.contracts import Prompt, about_quoted, quoted

    prompt = Prompt(
        "bench.minister",
        1,
        system=f"Read who holds which office. {about_quoted('notice')}",
        user=quoted(NOTICE, "notice"),
        output=Minister,
        max_tokens=MOST_TOKENS,
    )
    completion = models.ask(prompt)
    right = completion.output == Minister(name="Sita Rai", office="Minister of Health", since=2021)
    return {"right": right, "tokens_out": completion.usage.tokens_out}


def _stream(models: Any) -> dict[str, Any]:
    from pramana.llm.contracts import Prompt

    prompt = Prompt(
        "bench.tell",
        1,
        system="Answer in two sentences.",
        user="What is tea?",
        output=str,
        max_tokens=MOST_TOKENS,
    )
    started, first = time.perf_counter(), 0.0
    stream = models.stream(prompt)
    deltas = 0
    for _ in stream:
        first = first or time.perf_counter() - started
        deltas += 1
    return {
        "right": "tea" in stream.output.lower(),
        "deltas": deltas,
        "first_delta_s": round(first, 2),
        "tokens_out": stream.completion.usage.tokens_out,
    }


def _agent(models: Any) -> dict[str, Any]:
    from pramana.llm.contracts import Prompt, ToolCalled

    prompt = Prompt(
        "bench.total",
        1,
        system="Look up each price with the tool, then give the total.",
        user="What do one rice and one tea cost together?",
        output=Total,
        max_tokens=MOST_TOKENS,
    )
    stream = models.agent(prompt, [price_of], most_requests=8)
    used = [event.name for event in stream if isinstance(event, ToolCalled)]
    return {
        "right": stream.output.total == sum(PRICES.values()),
        "tool_calls": len(used),
        "requests": stream.completion.usage.requests,
        "tokens_out": stream.completion.usage.tokens_out,
    }


def _timed(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The figures of one kind of call; a failure is a figure too."""
    started = time.perf_counter()
    try:
        figures = work()
    except Exception as error:
        return {"right": False, "error": f"{type(error).__name__}: {error}"}
    seconds = time.perf_counter() - started
    speed = round(figures["tokens_out"] / seconds, 1)
    return {**figures, "seconds": round(seconds, 2), "tokens_per_s": speed}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench real_model", description=__doc__)
    parser.add_argument("--url", required=True, help="e.g. http://127.0.0.1:8080/v1")
    parser.add_argument("--model", required=True, help="the name the server knows it by")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for one answer")
    return parser
