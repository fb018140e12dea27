-- A saved recipe for pictures of products: an operation, avatars, a scene and options.
create table looks (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null check (length(name) between 1 and 200),
  recipe jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index looks_by_name on looks (workspace_id, name);
create index looks_by_workspace on looks (workspace_id, id desc);

-- A look applied to products. It keeps the recipe as it was, so that it says what it made when the look has changed.
create table shoots (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  look_id uuid references looks on delete set null,
  look_name text not null,
  recipe jsonb not null,
  status text not null check (status in ('running', 'paused', 'completed', 'canceled')),
  pause_code text,
  pause_message text,
  -- Price of one picture.
  price bigint not null check (price >= 0),
  item_count integer not null check (item_count > 0),
  -- The Idempotency-Key of the request, and the digest of its body.
  request_key text,
  request_hash bytea,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((status = 'paused') = (pause_code is not null and pause_message is not null)),
  check ((status in ('completed', 'canceled')) = (finished_at is not null)),
  check ((request_key is null) = (request_hash is null))
);
create index shoots_by_workspace on shoots (workspace_id, id desc);
create index shoots_by_look on shoots (look_id) where look_id is not null;
create unique index shoots_by_key on shoots (workspace_id, request_key) where request_key is not null;
create index shoots_at_work on shoots (id) where status in ('running', 'paused');

-- One picture of a shoot. IDs of assets, media and jobs are kept when those are deleted, so they reference nothing.
create table shoot_items (
  id uuid primary key,
  shoot_id uuid not null references shoots on delete cascade,
  position integer not null,
  -- Items of one request for work: the outputs of one product, avatar and view.
  request_id uuid not null,
  asset_id uuid not null,
  product_name text not null,
  sku text,
  avatar_id uuid,
  -- The photo of the product, and its place among the photos of the product, from 1.
  media_id uuid not null,
  view smallint not null,
  state text not null check (state in ('waiting', 'submitted', 'failed', 'canceled')),
  job_id uuid,
  error_code text,
  error_message text,
  unique (shoot_id, position),
  check ((state = 'submitted') = (job_id is not null)),
  check ((state = 'failed') = (error_code is not null and error_message is not null))
);
create index shoot_items_waiting on shoot_items (shoot_id, position) where state = 'waiting';
create unique index shoot_items_by_job on shoot_items (job_id) where job_id is not null;
create index shoot_items_by_asset on shoot_items (asset_id);
