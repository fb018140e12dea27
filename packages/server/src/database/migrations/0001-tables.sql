-- Amounts are internal credit units: 100 are one display credit.

create table workspaces (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  sandbox boolean not null,
  model_access text[] not null,
  balance bigint not null default 0 check (balance >= 0),
  created_at timestamptz not null
);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_workspace on api_keys (workspace_id, created_at desc);

-- Requests that a workspace made within a minute, over all processes. `previous` is the count before the latest batch,
-- so that one statement tells both ends of it. Unlogged: after a crash every workspace starts a fresh minute.
create unlogged table rate_windows (
  workspace_id uuid not null references workspaces on delete cascade,
  window_start timestamptz not null,
  taken integer not null,
  previous integer not null default 0,
  primary key (workspace_id, window_start)
);

-- A picture or video in the store. Pictures of the shared library belong to no workspace. A media is gone when its row
-- is.
create table media (
  id uuid primary key,
  workspace_id uuid references workspaces on delete cascade,
  kind text not null check (kind in ('image', 'video')),
  origin text not null check (origin in ('upload', 'generated')),
  upload_type text,
  token text not null unique,
  storage_key text not null unique,
  file_name text not null,
  mime_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null
);
create index media_by_workspace on media (workspace_id, created_at desc);
-- For retention.
create index media_by_age on media (origin, created_at);

-- Bytes of the media of a workspace, and those of its uploads of one day (UTC). Written in the transaction of each
-- media, so that no limit needs a sum over media.
create table storage_use (
  workspace_id uuid primary key references workspaces on delete cascade,
  held_bytes bigint not null check (held_bytes >= 0),
  day date not null,
  uploaded_bytes bigint not null
);

-- Bytes to remove once they are due. The bytes of a deleted row are due at once. Bytes that are being stored are due
-- later, and their row takes the entry away. So the store never holds bytes that neither a row nor an entry names.
create table media_removals (
  storage_key text primary key,
  due_at timestamptz not null
);
create index media_removals_by_time on media_removals (due_at);

-- One output of one request. A job is final exactly when finished_at is set.
create table jobs (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  submission_id uuid not null,
  position smallint not null check (position between 0 and 7),
  operation text not null,
  model text not null,
  resolution text not null,
  input jsonb not null,
  status text not null check (status in ('pending', 'generating', 'completed', 'failed', 'policy_blocked')),
  engine text,
  attempt integer not null default 0,
  -- Attempts that broke by themselves. Attempts that a stop or a crash of the process cut short do not count.
  faults smallint not null default 0,
  progress real not null default 0 check (progress between 0 and 1),
  price bigint not null check (price >= 0),
  charged bigint not null check (charged in (0, price)),
  warnings jsonb not null default '[]',
  media_id uuid references media on delete set null,
  failure_code text,
  failure_message text,
  output_filtered boolean not null default false,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Set when the unversioned record of the job was deleted. v1 goes on to show the job, without a result.
  record_deleted_at timestamptz,
  check ((status in ('completed', 'failed', 'policy_blocked')) = (finished_at is not null)),
  check (status = 'completed' or media_id is null),
  check ((status in ('failed', 'policy_blocked')) = (failure_code is not null and failure_message is not null)),
  check (status in ('pending', 'generating') or (status = 'completed') = (charged = price) or price = 0)
);
create index jobs_by_workspace on jobs (workspace_id, id desc);
create index jobs_unfinished on jobs (workspace_id, created_at) where finished_at is null;
create unique index jobs_by_media on jobs (media_id) where media_id is not null;
-- For retention.
create index jobs_by_end on jobs (finished_at) where record_deleted_at is null;

-- Jobs that wait for a worker or are with one. Entries are handed out by turn. A worker that takes one is its holder
-- until held_until, and says again and again that it is alive.
create table queue_entries (
  job_id uuid primary key references jobs on delete cascade,
  lane text not null,
  workspace_id uuid not null,
  turn integer not null,
  holder uuid,
  held_until timestamptz,
  -- Times a holder lost it or gave it back.
  returns integer not null default 0,
  check ((holder is null) = (held_until is null))
);
create index queue_entries_waiting on queue_entries (lane, turn, job_id) where holder is null;
create index queue_entries_held on queue_entries (held_until) where holder is not null;

-- The latest turn that each workspace was given in each lane.
create table turns (
  lane text not null,
  workspace_id uuid not null references workspaces on delete cascade,
  latest integer not null,
  primary key (lane, workspace_id)
);
-- The latest turn of a lane, for when nothing waits in it.
create index turns_latest on turns (lane, latest desc);
-- Deleting a workspace deletes its turns.
create index turns_workspace on turns (workspace_id);

-- Append-only. The sum of a workspace's entries is its balance. A job is charged once and refunded at most once.
create table ledger_entries (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (kind in ('grant', 'charge', 'refund', 'adjustment')),
  amount bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  job_id uuid,
  reason text,
  created_at timestamptz not null,
  check ((kind in ('charge', 'refund')) = (job_id is not null)),
  check (case kind when 'charge' then amount <= 0 when 'adjustment' then true else amount >= 0 end)
);
create index ledger_entries_by_workspace on ledger_entries (workspace_id, sequence desc);
create unique index ledger_entries_once on ledger_entries (job_id, kind) where job_id is not null;

-- The answer to an accepted creation request, kept to be given again.
create table idempotency_receipts (
  workspace_id uuid not null references workspaces on delete cascade,
  key text not null,
  method text not null,
  path text not null,
  body_hash bytea not null,
  status smallint not null,
  response text not null,
  created_at timestamptz not null,
  primary key (workspace_id, key)
);
create index idempotency_receipts_by_age on idempotency_receipts (created_at);

-- A version of an image: the job that makes it, and the image it was asked of. Only the unversioned interface makes
-- them.
create table image_versions (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  parent_media_id uuid not null references media on delete cascade,
  job_id uuid not null unique references jobs on delete cascade,
  created_at timestamptz not null
);
create index image_versions_by_parent on image_versions (parent_media_id, id);

-- A reusable product (outfit), avatar (model) or scene (preset). Without a workspace it belongs to the shared library.
create table assets (
  id uuid primary key,
  workspace_id uuid references workspaces on delete cascade,
  type text not null check (type in ('outfit', 'model', 'preset')),
  alias text not null,
  sku text,
  characteristics jsonb,
  preset_class text check (preset_class in ('human_studio', 'human_location', 'ghost_mannequin', 'flat_lay', 'product_packshot')),
  prompt text,
  display_media_id uuid references media on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index assets_by_workspace on assets (workspace_id, type, created_at desc, id desc);
create index assets_by_display_media on assets (display_media_id) where display_media_id is not null;

-- The source images of an asset, in the order they were linked. `view_score` says how well one shows its asset, 0 to 1.
create table asset_images (
  asset_id uuid not null references assets on delete cascade,
  media_id uuid not null references media on delete cascade,
  position integer not null,
  for_training boolean not null,
  view_score real not null default 0,
  primary key (asset_id, media_id)
);
create index asset_images_by_media on asset_images (media_id);

-- Addresses that get a message when jobs end. The secrets sign messages, so they are kept as they are. Addresses in
-- messages begin with base_url, under which the owner reached the service, where the operator has set none.
create table webhooks (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  url text not null,
  events text[] not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  base_url text not null default '',
  created_at timestamptz not null,
  disabled_at timestamptz
);
create index webhooks_by_workspace on webhooks (workspace_id, id desc);

-- One message to one webhook. It commits with the end of its job.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  job_id uuid references jobs on delete cascade,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  error text,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id desc);
-- The service searches due messages webhook by webhook, so that one that does not answer holds up no other.
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_attempt_at) where status = 'pending';
-- For the sweep of old deliveries.
create index webhook_deliveries_ended on webhook_deliveries (created_at) where status <> 'pending';

-- Work that hosted engines were asked for. The row is written before the call, so that a crash never leads to a second
-- one.
create table remote_runs (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  engine text not null,
  state text not null check (state in ('creating', 'started', 'ended')),
  remote_id text,
  receipt jsonb,
  outcome text,
  -- What the output costs the operator if it is made, in a currency of theirs.
  price double precision not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check (state <> 'started' or receipt is not null),
  check ((state = 'ended') = (outcome is not null)),
  check ((state = 'ended') = (ended_at is not null))
);
-- A job has one run at a time.
create unique index remote_runs_open on remote_runs (job_id) where state <> 'ended';
-- Messages of engines name their own ID.
create index remote_runs_remote on remote_runs (engine, remote_id) where remote_id is not null;
-- Deleting a job deletes its runs.
create index remote_runs_job on remote_runs (job_id);

-- Messages of engines that were applied, so that a repeated one is not.
create table remote_events (
  engine text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (engine, event_id)
);
create index remote_events_received on remote_events (received_at);

-- How each hosted engine fares, over all processes: its circuit and its pace.
create table engine_states (
  engine text primary key,
  -- Failures since it last served.
  failures integer not null default 0,
  -- Times the circuit opened since it last served: each opens it for longer.
  openings integer not null default 0,
  -- No task is begun before this; after it one may try.
  open_until timestamptz,
  -- The earliest time the next task may begin.
  next_start_at timestamptz,
  last_error text,
  last_failed_at timestamptz,
  last_served_at timestamptz
);

-- Checksum of the functions that the service has written into this database.
create table function_texts (
  checksum text primary key
);
