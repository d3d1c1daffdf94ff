"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite counts ids up in plain integers only
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "checks",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("check_run_id", NUMBER, nullable=True),
        sa.Column("conclusion", sa.String(length=20), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("annotated", sa.Boolean(), nullable=False),
        sa.Column("published_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="checks_pkey"),
        sa.UniqueConstraint("repository_id", "head_sha", name="checks_repository_id_head_sha_key"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("guid", sa.String(length=100), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", MOMENT, nullable=False),
        sa.Column("urgency", NUMBER, nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("due_at", MOMENT, nullable=True),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="deliveries_pkey"),
        sa.UniqueConstraint("guid", name="deliveries_guid_key"),
    )
    op.create_index("deliveries_due", "deliveries", ["state", "urgency", "id"])
    op.create_table(
        "effects",
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("wanted_at", MOMENT, nullable=False),
        sa.Column("done_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("key", name="effects_pkey"),
    )
    op.create_table(
        "inspections",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("merge_base", sa.String(length=64), nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="inspections_pkey"),
        sa.UniqueConstraint(
            "repository_id",
            "merge_base",
            "head_sha",
            "digest",
            name="inspections_repository_id_merge_base_head_sha_digest_key",
        ),
    )
    op.create_table(
        "installations",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("account", sa.String(length=100), nullable=False),
        sa.Column("suspended_at", MOMENT, nullable=True),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="installations_pkey"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=150), nullable=False),
        sa.Column("holder", sa.String(length=60), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="leases_pkey"),
    )
    op.create_table(
        "ledger",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("base_ref", sa.Text(), nullable=False),
        sa.Column("merge_base", sa.String(length=64), nullable=False),
        sa.Column("act", sa.String(length=24), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("way", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("policy", sa.String(length=80), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="ledger_pkey"),
    )
    op.create_index("ledger_head_sha_idx", "ledger", ["head_sha"])
    op.create_table(
        "nudges",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("urgency", NUMBER, nullable=False),
        sa.Column("depth", sa.String(length=8), nullable=False),
        sa.Column("wanted", NUMBER, nullable=False),
        sa.Column("done", NUMBER, nullable=False),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="nudges_pkey"),
        sa.UniqueConstraint("kind", "repository_id", "subject", name="nudges_kind_repository_id_subject_key"),
    )
    op.create_index("nudges_due", "nudges", ["urgency", "due_at"])
    op.create_table(
        "observations",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("source", sa.String(length=120), nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("actor_id", NUMBER, nullable=True),
        sa.Column("actor_type", sa.String(length=20), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="observations_pkey"),
        sa.UniqueConstraint("source", name="observations_source_key"),
    )
    op.create_index("observations_pull", "observations", ["repository_id", "number"])
    op.create_table(
        "pulls",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("author_login", sa.String(length=100), nullable=False),
        sa.Column("author_type", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("head_ref", sa.Text(), nullable=False),
        sa.Column("base_ref", sa.Text(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=True),
        sa.Column("read_at", MOMENT, nullable=False),
        sa.Column("marked_agent", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pulls_pkey"),
        sa.UniqueConstraint("repository_id", "number", name="pulls_repository_id_number_key"),
    )
    op.create_index("pulls_head", "pulls", ["repository_id", "head_sha"])
    op.create_table(
        "repositories",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("installation_id", NUMBER, nullable=False),
        sa.Column("owner", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("default_branch", sa.String(length=255), nullable=False),
        sa.Column("removed_at", MOMENT, nullable=True),
        sa.Column("swept_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="repositories_pkey"),
    )
    op.create_index("repositories_installation_id_idx", "repositories", ["installation_id"])
    op.create_table(
        "runs",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("run_id", NUMBER, nullable=False),
        sa.Column("attempt", NUMBER, nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("head_branch", sa.Text(), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("workflow", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("triggering_actor", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("conclusion", sa.String(length=20), nullable=False),
        sa.Column("hold", sa.String(length=14), nullable=False),
        sa.Column("html_url", sa.Text(), nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("stop_asked_at", MOMENT, nullable=True),
        sa.Column("stopped_at", MOMENT, nullable=True),
        sa.Column("released_at", MOMENT, nullable=True),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="runs_pkey"),
        sa.UniqueConstraint("run_id", "attempt", name="runs_run_id_attempt_key"),
    )
    op.create_index("runs_head", "runs", ["repository_id", "head_sha"])
    op.create_table(
        "verdicts",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("base_ref", sa.Text(), nullable=False),
        sa.Column("merge_base", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("severity", sa.String(length=10), nullable=False),
        sa.Column("holds_runs", sa.Boolean(), nullable=False),
        sa.Column("holds_merge", sa.Boolean(), nullable=False),
        sa.Column("would_hold", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("agent", sa.String(length=100), nullable=False),
        sa.Column("inspection_id", NUMBER, nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="verdicts_pkey"),
        sa.UniqueConstraint(
            "repository_id",
            "number",
            "head_sha",
            "base_ref",
            "merge_base",
            name="verdicts_repository_id_number_head_sha_base_ref_merge_base_key",
        ),
    )
    op.create_index("verdicts_head", "verdicts", ["repository_id", "head_sha"])
    op.create_index("verdicts_state", "verdicts", ["state"])
    op.create_table(
        "voices",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("source", sa.String(length=120), nullable=False),
        sa.Column("repository_id", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("head_sha", sa.String(length=64), nullable=False),
        sa.Column("base_ref", sa.Text(), nullable=False),
        sa.Column("merge_base", sa.String(length=64), nullable=False),
        sa.Column("way", sa.String(length=12), nullable=False),
        sa.Column("says", sa.String(length=20), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("user_id", NUMBER, nullable=True),
        sa.Column("user_type", sa.String(length=20), nullable=False),
        sa.Column("permission", sa.String(length=20), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("said_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="voices_pkey"),
        sa.UniqueConstraint("source", name="voices_source_key"),
    )
    op.create_index("voices_head", "voices", ["repository_id", "head_sha"])
