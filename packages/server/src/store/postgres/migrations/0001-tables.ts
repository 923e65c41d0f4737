import { type Kysely, sql } from "kysely";

/** Texts are compared by their bytes, as in SQLite, whatever the collation of the database is: pages rely on it. */
const text = 'text collate "C"';

/** What the migrations of SQLite make together, up to `0027-package-files`. */
const statements = [
  `create table bot_connections (
    bot_id ${text} not null,
    host ${text} not null,
    port bigint not null,
    reason ${text} not null,
    count bigint not null,
    sent_bytes bigint not null,
    received_bytes bigint not null,
    last_at ${text} not null,
    primary key (bot_id, host, port, reason)
  )`,
  `create table idempotent_requests (
    owner_id ${text} not null,
    key ${text} not null,
    method ${text} not null,
    path ${text} not null,
    request_hash ${text} not null,
    status bigint,
    headers ${text},
    body ${text},
    created_at ${text} not null,
    effect ${text},
    primary key (owner_id, key)
  )`,
  `create table log_lines (
    bot_id ${text} not null,
    seq bigint not null,
    run_id ${text},
    stream ${text} not null,
    level ${text} not null,
    time ${text} not null,
    ingested_at ${text} not null,
    message ${text} not null,
    fields ${text},
    truncated bigint default 0 not null,
    dropped_before bigint default 0 not null,
    dropped_metrics bigint default 0 not null,
    primary key (bot_id, seq)
  )`,
  `create table metrics (
    bot_id ${text} not null,
    seq bigint not null,
    run_id ${text},
    type ${text} not null,
    time ${text} not null,
    data ${text} not null,
    ingested_at ${text},
    emitted_at ${text},
    primary key (bot_id, seq)
  )`,
  `create table network_cuts (
    owner_id ${text} not null,
    bot_id ${text} not null,
    host ${text} not null,
    at ${text} not null,
    actor ${text},
    primary key (owner_id, bot_id, host)
  )`,
  `create table run_totals (
    status ${text} primary key,
    count bigint not null
  )`,
  `create table sealed_with (
    key_id ${text} primary key
  )`,
  `create table secret_versions (
    owner_id ${text} not null,
    name ${text} not null,
    version bigint not null,
    sealed ${text} not null,
    created_at ${text} not null,
    primary key (owner_id, name, version)
  )`,
  `create table secrets (
    owner_id ${text} not null,
    name ${text} not null,
    version bigint not null,
    applied_version bigint not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    actor ${text},
    last_used_at ${text},
    last_used_by ${text},
    deleted_at ${text},
    primary key (owner_id, name)
  )`,
  `create table sequences (
    bot_id ${text} primary key,
    logs bigint default 0 not null,
    metrics bigint default 0 not null,
    status bigint default 0 not null,
    dropped_lines bigint default 0 not null,
    dropped_metrics bigint default 0 not null,
    dropped_at ${text}
  )`,
  `create table status_events (
    bot_id ${text} not null,
    seq bigint not null,
    time ${text} not null,
    status ${text} not null,
    reason ${text},
    detail ${text},
    revision bigint,
    actor ${text},
    primary key (bot_id, seq)
  )`,
  `create table users (
    id ${text} primary key,
    name ${text} not null unique,
    created_at ${text} not null,
    role ${text} default 'user' not null,
    disabled_at ${text}
  )`,
  `create table written_by (
    version ${text} not null
  )`,
  `create table api_keys (
    id ${text} primary key,
    owner_id ${text} not null references users (id),
    name ${text} not null,
    scopes ${text} not null,
    hash ${text} not null,
    created_at ${text} not null,
    expires_at ${text},
    revoked_at ${text},
    last_used_at ${text}
  )`,
  `create table custom_bot_versions (
    owner_id ${text} not null references users (id),
    name ${text} not null,
    version ${text} not null,
    model ${text} not null,
    runtime ${text} not null,
    config ${text} not null,
    schema ${text} not null,
    readme ${text},
    sha256 ${text} not null,
    content_sha256 ${text} not null,
    bytes bigint not null,
    created_at ${text} not null,
    deleted_at ${text},
    unpacked_bytes bigint default 0 not null,
    is_listed bigint default 0 not null,
    primary key (owner_id, name, version)
  )`,
  `create table device_sign_ins (
    device_hash ${text} primary key,
    user_code_hash ${text} not null unique,
    client ${text} not null,
    scopes ${text} not null,
    status ${text} not null,
    user_id ${text} references users (id),
    created_at ${text} not null,
    expires_at ${text} not null,
    polled_at ${text},
    interval_seconds bigint not null,
    source ${text} default '' not null,
    network ${text} default '' not null
  )`,
  `create table package_files (
    owner_id ${text} not null references users (id),
    sha256 ${text} not null,
    bytes bigint not null,
    versions bigint not null,
    received_at ${text} not null,
    primary key (owner_id, sha256)
  )`,
  `create table sessions (
    id ${text} primary key,
    user_id ${text} not null references users (id),
    token_hash ${text} not null unique,
    key_id ${text},
    scopes ${text} not null,
    created_at ${text} not null,
    seen_at ${text} not null,
    expires_at ${text} not null,
    page_key_hash ${text} not null
  )`,
  `create table sign_in_links (
    hash ${text} primary key,
    user_id ${text} not null references users (id),
    expires_at ${text} not null
  )`,
  `create table bots (
    id ${text} primary key,
    owner_id ${text} not null references users (id),
    name ${text} not null,
    custom_bot ${text} not null,
    model ${text} not null,
    version_spec ${text} not null,
    version ${text} not null,
    schedule ${text},
    timezone ${text},
    catch_up ${text} not null,
    timeout_seconds bigint not null,
    config ${text} not null,
    desired ${text} not null,
    status ${text} not null,
    reason ${text},
    detail ${text},
    revision bigint not null,
    running_revision bigint,
    generation bigint not null,
    restarts bigint not null,
    backoff ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    started_at ${text},
    settled_until ${text},
    deleted_at ${text},
    asked_by ${text},
    start_deadline_seconds bigint default 60 not null,
    network ${text},
    resources ${text},
    labels ${text},
    constraint bots_version_fk foreign key (owner_id, custom_bot, version)
      references custom_bot_versions (owner_id, name, version)
  )`,
  `create table launches (
    id ${text} primary key,
    bot_id ${text} not null references bots (id) on delete cascade,
    run_id ${text},
    kind ${text} not null,
    generation bigint not null,
    revision bigint not null,
    dir ${text} not null,
    record ${text} not null,
    state ${text} not null,
    created_at ${text} not null,
    ended_at ${text},
    stdout_offset bigint default 0 not null,
    stderr_offset bigint default 0 not null,
    secrets ${text}
  )`,
  `create table runs (
    id ${text} primary key,
    bot_id ${text} not null references bots (id) on delete cascade,
    tick ${text},
    scheduled_at ${text} not null,
    status ${text} not null,
    detail ${text},
    version ${text} not null,
    revision bigint not null,
    queued_at ${text} not null,
    started_at ${text},
    finished_at ${text},
    exit_code bigint,
    signal ${text},
    result ${text},
    log_from bigint,
    log_to bigint,
    ended_by ${text},
    late_seconds bigint,
    start_deadline_seconds bigint,
    traceparent ${text},
    tracestate ${text},
    constraint runs_tick_once unique (bot_id, tick)
  )`,
  `create table bot_disk (
    bot_id ${text} primary key references bots (id) on delete cascade,
    owner_id ${text} not null references users (id),
    bytes bigint not null,
    query_bytes bigint not null
  )`,
  `create table bot_revisions (
    bot_id ${text} not null references bots (id) on delete cascade,
    revision bigint not null,
    body ${text} not null,
    key_id ${text},
    created_at ${text} not null,
    actor ${text},
    primary key (bot_id, revision)
  )`,
  // Only here: with SQLite, contents of packages are files of the data folder.
  `create table blob_chunks (
    kind ${text} not null,
    sha256 ${text} not null,
    number integer not null,
    bytes bigint not null,
    data bytea not null,
    primary key (kind, sha256, number)
  )`,
  `create index api_keys_by_owner on api_keys (owner_id, id)`,
  `create index api_keys_counted on api_keys (owner_id, revoked_at, expires_at)`,
  `create index bot_disk_by_owner on bot_disk (owner_id, bytes, query_bytes)`,
  `create index bots_by_owner on bots (owner_id, id)`,
  `create index bots_counted on bots (owner_id, desired, model)`,
  `create index bots_ending on bots (owner_id)
    where model = 'realtime' and desired <> 'running' and status <> 'stopped'`,
  `create unique index bots_name_per_owner on bots (owner_id, name) where desired != 'deleted'`,
  `create index custom_bot_versions_archived on custom_bot_versions (created_at)
    where is_listed = 0 and deleted_at is null`,
  `create index custom_bot_versions_by_content on custom_bot_versions (content_sha256)`,
  `create index custom_bot_versions_by_package on custom_bot_versions (sha256)`,
  `create index custom_bot_versions_counted on custom_bot_versions (owner_id, deleted_at, is_listed, bytes, unpacked_bytes)`,
  `create index launches_by_bot on launches (bot_id, state)`,
  `create index launches_by_state on launches (state)`,
  `create index log_lines_by_time on log_lines (bot_id, time, seq)`,
  `create index log_lines_errors on log_lines (bot_id, time, level) where level in ('error', 'fatal')`,
  `create index metrics_by_type on metrics (bot_id, type, time, seq)`,
  `create index package_files_by_sha256 on package_files (sha256)`,
  `create index package_files_unused on package_files (received_at) where versions = 0`,
  `create index runs_by_bot on runs (bot_id, id)`,
  `create index runs_by_status on runs (bot_id, status, id)`,
  `create index runs_by_time on runs (bot_id, scheduled_at, id)`,
  `create index runs_unfinished on runs (bot_id, status) where status in ('queued', 'running')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  // A migration may take longer than a statement of a running platform.
  await sql`set local statement_timeout to 0`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}
