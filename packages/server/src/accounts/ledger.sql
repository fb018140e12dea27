-- The one place that moves a balance and writes ledger entries: grants, charges, refunds and adjustments. It enters one
-- movement of `amount` (signed internal units) for each of `entry_ids`, in order, each with the balance after it. The
-- row of the workspace stays locked until the transaction ends, so the entries of a workspace are strictly ordered.
-- Where the balance would fall below zero it enters nothing and returns no row. Index: workspaces_pkey.
create or replace function enter_movements(
  workspace uuid, entry_kind text, amount bigint, entry_reason text, moment timestamptz, entry_ids uuid[], job_ids uuid[]
) returns setof ledger_entries language sql as $$
  with moved as (
    update workspaces set balance = balance + amount * cardinality(entry_ids)
    where id = workspace and balance + amount * cardinality(entry_ids) >= 0
    returning balance
  )
  insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
  select
    e.id, workspace, entry_kind, amount, moved.balance - amount * (cardinality(entry_ids) - e.position), e.job_id, entry_reason, moment
  from moved, unnest(entry_ids, job_ids) with ordinality as e (id, job_id, position)
  order by e.position
  returning *
$$;
