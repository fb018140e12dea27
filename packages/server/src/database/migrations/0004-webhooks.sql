-- Addresses that are told when jobs end. The secrets sign messages, so they are kept as they are.
create table webhooks (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  url text not null,
  events text[] not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
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
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
