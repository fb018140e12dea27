-- Whether a request for work may be written: checks it, and locks what it is checked against until the transaction
-- ends. The verdict is one of these:
-- - `submitted`: it may
-- - `in_progress`: a request with the same key is being written
-- - `earlier`: the key was used before
-- - `busy`: another transaction has the workspace locked, and `waits` is false
-- - `insufficient`: the balance, in `number`, is below the price
-- - `over_key`: the API key has `number` internal units left of its limit for the month, and the price is higher
-- - `full`: the workspace holds `number` bytes, and its plan allows no more than `held_max`; null: no limit
-- - `too_many`: the workspace has `number` jobs that have not ended
--
-- Indexes: idempotency_receipts_pkey, workspaces_pkey, api_keys_pkey, key_months_pkey, storage_use_pkey,
-- jobs_unfinished.
create or replace function verdict_on_work(
  workspace uuid, receipt_key text, receipts_since timestamptz, api_key uuid, moment timestamptz, price bigint,
  job_count integer, unfinished_max integer, held_max bigint, waits boolean, out verdict text, out number bigint
) language plpgsql as $$
begin
  if receipt_key is not null then
    -- Does not wait: a request whose transaction is open has the lock.
    if not pg_try_advisory_xact_lock(hashtextextended(workspace::text || ' ' || receipt_key, 0)) then
      verdict := 'in_progress';
      return;
    end if;
    if exists (
      select from idempotency_receipts
      where workspace_id = workspace and key = receipt_key and created_at >= receipts_since
    ) then
      verdict := 'earlier';
      return;
    end if;
  end if;

  -- The lock on the row of the workspace puts its submissions in an order, so that limits hold exactly.
  if waits then
    select balance into number from workspaces where id = workspace for no key update;
  else
    select balance into number from workspaces where id = workspace for no key update skip locked;
    if not found and exists (select from workspaces where id = workspace) then
      verdict := 'busy';
      return;
    end if;
  end if;
  if number is null or number < price then
    verdict := 'insufficient';
    return;
  end if;
  select k.credits_per_month - coalesce(m.spent, 0) into number
    from api_keys k left join key_months m on m.api_key_id = k.id and m.month = month_of(moment)
    where k.id = api_key;
  if number < price then
    verdict := 'over_key';
    return;
  end if;
  if held_max is not null then
    number := coalesce((select held_bytes from storage_use where workspace_id = workspace), 0);
    if number >= held_max then
      verdict := 'full';
      return;
    end if;
  end if;
  select count(*) into number from jobs where workspace_id = workspace and finished_at is null;
  verdict := case when number + job_count > unfinished_max then 'too_many' else 'submitted' end;
end
$$;

-- Writes requests for work, at most one of each workspace, in the caller's transaction. Each has the verdict of
-- `verdict_on_work`. It writes all rows of a request that is `submitted`, and none of another. These are the charge,
-- the jobs with the assets they name, queue entries, and the receipt, which is the recorded answer. One statement for
-- each table writes the rows of all requests, because PostgreSQL parses the checks of a table for each statement.
create or replace function submit_works(
  requests jsonb, charges ledger_entries[], new_jobs jobs[], entries queue_entries[], receipts idempotency_receipts[],
  waits boolean
) returns table (workspace uuid, verdict text, number bigint) language plpgsql as $$
declare
  request record;
  written uuid[] := '{}';
  paid ledger_entries[];
begin
  for request in
    select * from jsonb_to_recordset(requests) as r (
      workspace_id uuid, receipt_key text, receipts_since timestamptz, api_key_id uuid, created_at timestamptz,
      price bigint, job_count integer, unfinished_max integer, held_max bigint
    )
  loop
    workspace := request.workspace_id;
    select v.verdict, v.number into verdict, number from verdict_on_work(
      workspace, request.receipt_key, request.receipts_since, request.api_key_id, request.created_at, request.price,
      request.job_count, request.unfinished_max, request.held_max, waits
    ) v;
    if verdict = 'submitted' then
      written := written || workspace;
    end if;
    return next;
  end loop;
  if written = '{}' then
    return;
  end if;

  paid := array(select c from unnest(charges) c where c.workspace_id = any(written));
  if (select count(*) from enter_movements(paid)) <> cardinality(paid) then
    raise exception 'a charge was not entered: a workspace has two requests';
  end if;
  insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged,
      created_at, api_key_id)
    select id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged,
      created_at, api_key_id
    from unnest(new_jobs) where workspace_id = any(written);
  insert into job_assets (job_id, asset_id)
    select j.id, a::uuid from unnest(new_jobs) j, jsonb_array_elements_text(j.input -> 'assetIds') a
    where j.workspace_id = any(written);
  insert into key_months as m (api_key_id, month, spent)
    select api_key_id, month_of(created_at), sum(charged) from unnest(new_jobs)
    where workspace_id = any(written) and api_key_id is not null
    group by 1, 2
    on conflict (api_key_id, month) do update set spent = m.spent + excluded.spent;
  perform enqueue_jobs(array(select e from unnest(entries) e where e.workspace_id = any(written)));
  insert into idempotency_receipts (workspace_id, key, method, path, body_hash, status, response, created_at)
    select workspace_id, key, method, path, body_hash, status, response, created_at
    from unnest(receipts) where workspace_id = any(written)
    on conflict (workspace_id, key) do update set method = excluded.method, path = excluded.path,
      body_hash = excluded.body_hash, status = excluded.status, response = excluded.response,
      created_at = excluded.created_at;
end
$$;
