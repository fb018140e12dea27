-- What was asked of hosted engines. The row is written before the call, so that a crash never leads to a second one.
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
