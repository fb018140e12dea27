-- What a batch of requests began from, so that one statement tells both ends of it on every supported PostgreSQL.
alter table rate_windows add column previous integer not null default 0;

-- Due messages are looked for webhook by webhook, so that one that does not answer holds up no other.
drop index webhook_deliveries_due;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_attempt_at) where status = 'pending';
-- For the sweep of what has long ended.
create index webhook_deliveries_ended on webhook_deliveries (created_at) where status <> 'pending';

-- Where its owner reached the service: addresses in messages begin with it where the operator has set none.
alter table webhooks add column base_url text not null default '';
