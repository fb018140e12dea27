-- Requests a workspace took within a minute, over all processes. Unlogged: after a crash everyone starts a fresh minute.
create unlogged table rate_windows (
  workspace_id uuid not null references workspaces on delete cascade,
  window_start timestamptz not null,
  taken integer not null,
  primary key (workspace_id, window_start)
);
