"""The web application: intake in front, then health, figures and pages, each behind the same guards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from gate import clock, metrics
from gate.db import Database
from gate.delivery_writer import DeliveryWriter
from gate.fault_pages import FaultPages
from gate.guards import Guards
from gate.intake import Intake
from gate.readiness import faults
from gate.settings import Settings

STATIC = Path(__file__).parent / "static"


def create_app(
    settings: Settings,
    database: Database,
    *,
    on_stored: Callable[[], None] | None = None,
    routers: Sequence[APIRouter] = (),
    now: Callable[[], datetime] = clock.now,
) -> ASGIApp:
    """The ASGI application for uvicorn; its lifespan starts and stops the thread that stores deliveries.

    `on_stored` is called in that thread after each commit (see `DeliveryWriter`); `routers` are the pages; `now` gives aware UTC.
    The tables exist already.
    """
    writer = DeliveryWriter(database, on_stored)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        writer.start()
        try:
            yield
        finally:
            await asyncio.to_thread(writer.stop)

    app = FastAPI(
        title="Gate", lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False
    )
    app.exception_handler(HTTPException)(_http_fault)
    app.exception_handler(RequestValidationError)(_bad_request)
    app.exception_handler(Exception)(_own_fault)

    @app.get("/healthz")
    async def healthz() -> Response:
        return _line(200, {"status": "alive"})

    @app.get("/readyz")
    async def readyz() -> Response:
        found = await faults(database, settings.broker_url, writer)
        return _line(503, {"error": "not ready: " + "; ".join(found)}) if found else _line(200, {"status": "ready"})

    @app.get("/metrics")
    async def show_metrics() -> Response:
        return Response(metrics.render(), media_type=metrics.CONTENT_TYPE)

    for router in routers:
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    guarded = Guards(app, listen_host=settings.host, web_url=settings.github_web_url, public_url=settings.public_url)
    return Intake(FaultPages(guarded), writer, settings.webhook_secrets, now)


def _line(status: int, content: dict[str, str]) -> Response:
    return Response(json.dumps(content), status_code=status, media_type="application/json")


async def _http_fault(_request: Request, error: HTTPException) -> Response:
    words = "there is no such page" if error.status_code == 404 and error.detail == "Not Found" else str(error.detail)
    return JSONResponse({"error": words}, status_code=error.status_code, headers=error.headers)


async def _bad_request(_request: Request, error: RequestValidationError) -> Response:
    # The framework's own answer repeats the input; the place and the expectation are enough.
    places = [f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}" for fault in error.errors()[:10]]
    return JSONResponse({"error": "; ".join(places)}, status_code=422)


async def _own_fault(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "Gate met a fault of its own; the operator finds it in the log"}, status_code=500)
