-- What a key may do, until when, and how much beside the limits of its workspace; null: no limit. Keys of before may do
-- everything. Keys are revoked, not deleted; they go with their workspace.
alter table api_keys
  add column scopes text[] not null default '{read,submit,manage}'
    check (cardinality(scopes) > 0 and scopes <@ '{read,submit,manage}'),
  add column expires_at timestamptz,
  add column requests_per_minute integer check (requests_per_minute > 0),
  add column credits_per_month bigint check (credits_per_month >= 0);

-- The key that a job was asked for with.
alter table jobs add column api_key_id uuid references api_keys on delete set null;
-- Deleting a key with its workspace takes it off its jobs.
create index jobs_by_key on jobs (api_key_id) where api_key_id is not null;
-- The same for shoots, which ask for jobs later.
alter table shoots add column api_key_id uuid references api_keys on delete set null;
create index shoots_by_api_key on shoots (api_key_id) where api_key_id is not null;
-- For usage.
create index jobs_by_time on jobs (workspace_id, created_at);

-- What the jobs of a key cost by the month (UTC) they were asked for in: charges less refunds. Written in the
-- transaction of each charge and refund, so that no limit needs a sum over jobs.
create table key_months (
  api_key_id uuid not null references api_keys on delete cascade,
  month date not null,
  spent bigint not null check (spent >= 0),
  primary key (api_key_id, month)
);

-- As rate_windows, for keys with a limit of their own.
create unlogged table key_rate_windows (
  api_key_id uuid not null references api_keys on delete cascade,
  window_start timestamptz not null,
  taken integer not null,
  previous integer not null default 0,
  primary key (api_key_id, window_start)
);
