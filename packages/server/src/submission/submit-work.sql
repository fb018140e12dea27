-- Recorded answer, charge, jobs with the assets they name, and queue entries of one request, all or nothing, in the
-- caller's transaction.
-- `receipt` is the recorded answer to write. `verdict` says which:
-- - `submitted`: everything is written
-- - `in_progress`: a request with the same key is being written
-- - `earlier`: the key was used before; `earlier` is the recorded answer of that time
-- - `busy`: another transaction has the workspace locked, and `waits` is false
-- - `insufficient`: the balance, in `number`, is too small
-- - `over_key`: the key has `number` internal units left of its limit for the month, and the work costs more
-- - `full`: the workspace holds `number` bytes, and its plan allows no more than `held_max`; null: no limit
-- - `too_many`: the workspace has `number` jobs that have not ended
--
-- Indexes: idempotency_receipts_pkey, workspaces_pkey, api_keys_pkey, key_months_pkey, storage_use_pkey,
-- jobs_unfinished, and those of the functions it calls.
create or replace function submit_work(
  workspace uuid, new_jobs jobs[], entry_ids uuid[], lane text, unfinished_max integer,
  held_max bigint, receipt idempotency_receipts, receipts_since timestamptz, waits boolean,
  out verdict text, out number bigint, out earlier idempotency_receipts
) language plpgsql as $$
declare
  one jobs := new_jobs[1];
  job_ids uuid[] := array(select id from unnest(new_jobs));
  total bigint := one.price * cardinality(job_ids);
begin
  if receipt.key is not null then
    -- Does not wait: a request whose transaction is open has the lock.
    if not pg_try_advisory_xact_lock(hashtextextended(workspace::text || ' ' || receipt.key, 0)) then
      verdict := 'in_progress';
      return;
    end if;
    select r.* into earlier from idempotency_receipts r
      where r.workspace_id = workspace and r.key = receipt.key and r.created_at >= receipts_since;
    if found then
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
  if number is null or number < total then
    verdict := 'insufficient';
    return;
  end if;
  select k.credits_per_month - coalesce(m.spent, 0) into number
    from api_keys k left join key_months m on m.api_key_id = k.id and m.month = month_of(one.created_at)
    where k.id = one.api_key_id;
  if number < total then
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
  if number + cardinality(job_ids) > unfinished_max then
    verdict := 'too_many';
    return;
  end if;

  perform enter_movements(workspace, 'charge', -one.price, one.operation, one.created_at, entry_ids, job_ids);
  insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged,
      created_at, api_key_id)
    select id, workspace, submission_id, position, operation, model, resolution, input, 'pending', price, price,
      created_at, api_key_id
    from unnest(new_jobs);
  -- Absent where the request named no asset.
  if one.input ? 'assetIds' then
    insert into job_assets (job_id, asset_id)
      select j, a::uuid from unnest(job_ids) j, jsonb_array_elements_text(one.input -> 'assetIds') a;
  end if;
  insert into key_months as m (api_key_id, month, spent)
    select one.api_key_id, month_of(one.created_at), total where one.api_key_id is not null
    on conflict (api_key_id, month) do update set spent = m.spent + excluded.spent;
  perform enqueue_jobs(lane, workspace, job_ids);
  if receipt.key is not null then
    insert into idempotency_receipts select receipt.*
      on conflict (workspace_id, key) do update set method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
        status = excluded.status, response = excluded.response, created_at = excluded.created_at;
  end if;
  verdict := 'submitted';
end
$$;
