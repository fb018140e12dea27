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

-- A picture or video in the store. The row is written after its bytes and never points at missing ones until deleted_at is set.
create table media (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
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
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index media_by_workspace on media (workspace_id, created_at desc);

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
  progress real not null default 0 check (progress between 0 and 1),
  price bigint not null check (price >= 0),
  charged bigint not null check (charged in (0, price)),
  warnings jsonb not null default '[]',
  media_id uuid references media,
  failure_code text,
  failure_message text,
  output_filtered boolean not null default false,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((status in ('completed', 'failed', 'policy_blocked')) = (finished_at is not null)),
  check ((status = 'completed') = (media_id is not null)),
  check ((status in ('failed', 'policy_blocked')) = (failure_code is not null and failure_message is not null)),
  check (status in ('pending', 'generating') or (status = 'completed') = (charged = price) or price = 0)
);
create index jobs_by_workspace on jobs (workspace_id, id desc);
create index jobs_unfinished on jobs (workspace_id, created_at) where finished_at is null;
create unique index jobs_by_media on jobs (media_id) where media_id is not null;

-- Append-only. The sum of a workspace's entries is its balance; a job is charged once and refunded at most once.
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

-- A reusable product (outfit), avatar (model) or scene (preset). Without a workspace it belongs to the shared public library.
create table assets (
  id uuid primary key,
  workspace_id uuid references workspaces on delete cascade,
  type text not null check (type in ('outfit', 'model', 'preset')),
  alias text not null,
  sku text,
  characteristics jsonb,
  preset_class text check (preset_class in ('human_studio', 'human_location', 'ghost_mannequin', 'flat_lay', 'product_packshot')),
  prompt text,
  display_media_id uuid references media,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index assets_by_workspace on assets (workspace_id, type, created_at desc, id desc);

-- The source images of an asset, in the order they were linked.
create table asset_images (
  asset_id uuid not null references assets on delete cascade,
  media_id uuid not null references media on delete cascade,
  position integer not null,
  for_training boolean not null,
  primary key (asset_id, media_id)
);
create index asset_images_by_media on asset_images (media_id);
