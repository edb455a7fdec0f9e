"""A board for browsers: its list, moves, and an event stream of the board after each change.

    uvicorn --app-dir Examples/fastapi board:app
"""
import json
import os
from contextlib import asynccontextmanager

import arrange
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel

NAME = "fastapi-board"


@asynccontextmanager
async def lifespan(app):
    # One client for each worker, made in its process and on its event loop.
    async with arrange.Client(os.environ.get("ARRANGE_SERVER")) as client:
        try:
            await client.create(NAME)
            await client.apply(
                NAME,
                arrange.insert_sections([arrange.element("todo"), arrange.element("done")]),
                arrange.insert_items([arrange.element(id) for id in ("write", "read", "ship")], section="todo"),
            )
        except arrange.ArrangeError as error:
            if error.code is not arrange.StatusCode.ALREADY_EXISTS:
                raise
        app.state.client = client
        yield


app = FastAPI(lifespan=lifespan)

STATUSES = {
    arrange.StatusCode.INVALID_ARGUMENT: 400,
    arrange.StatusCode.NOT_FOUND: 404,
    arrange.StatusCode.ABORTED: 409,
    arrange.StatusCode.UNAVAILABLE: 503,
}


@app.exception_handler(arrange.ArrangeError)
async def refused(request: Request, error: arrange.ArrangeError):
    return JSONResponse({"error": error.message}, STATUSES.get(error.code, 500))


def shown(version, sections):
    return {"version": version, **{section.id: [item.id for item in section.items] for section in sections}}


@app.get("/board")
async def board(request: Request):
    info, whole = await request.app.state.client.read(NAME)
    return shown(info.version, whole.sections)


class Move(BaseModel):
    item: str
    seen_in: str
    section: str
    after: str | None = None


@app.post("/moves")
async def move(move: Move, request: Request):
    # Where somebody else was faster, it is refused with 409, and the page shows what the stream brings.
    item = arrange.reference(move.item, if_section=move.seen_in)
    place = arrange.first() if move.after is None else arrange.after(move.after)
    result = await request.app.state.client.apply(NAME, arrange.move_items([item], section=move.section, to=place))
    return {"version": result.version}


@app.get("/events")
async def events(request: Request):
    async def stream():
        # A browser that comes back gets the board as it is then. One that is slow gets fewer events, each with the
        # newest state.
        async with request.app.state.client.live(NAME) as live:
            yield event(live)
            async for news in live:
                if isinstance(news, arrange.ListChanged | arrange.ListReplaced):
                    yield event(live)

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def event(live):
    return f"data: {json.dumps(shown(live.version, live.sections))}\n\n"
