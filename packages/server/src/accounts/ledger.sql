-- The one place that moves balances and writes ledger entries: grants, charges, refunds and adjustments. It enters
-- movements in their order, each with the balance after it; their own `sequence` and `balance_after` do not count. The
-- row of each workspace stays locked until the transaction ends, so the entries of a workspace are strictly ordered.
-- Where the balance of a workspace would fall below zero, it enters nothing for it and returns no row. Index:
-- workspaces_pkey.
create or replace function enter_movements(movements ledger_entries[]) returns setof ledger_entries language sql as $$
  with moved as (
    update workspaces w set balance = w.balance + m.total
    from (select workspace_id, sum(amount)::bigint as total from unnest(movements) group by workspace_id) m
    where w.id = m.workspace_id and w.balance + m.total >= 0
    returning w.id, w.balance - m.total as balance_before
  )
  insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
  select
    m.id, m.workspace_id, m.kind, m.amount,
    moved.balance_before + sum(m.amount) over (partition by m.workspace_id order by m.ordinality),
    m.job_id, m.reason, m.created_at
  from moved join unnest(movements) with ordinality as m on m.workspace_id = moved.id
  order by m.ordinality
  returning *
$$;
