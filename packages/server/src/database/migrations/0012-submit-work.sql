-- The two functions a submission is made of. Each statement in them sees what was committed before it, as in a transaction of
-- single statements, but the whole takes one round trip. A change is a new function with the next number: processes of the
-- version before go on calling theirs.

-- Puts jobs of a workspace into a lane of the queue, each with its turn. Entries are handed out by turn, so workspaces that wait
-- take turns however much each has queued: start-time fair queuing (Goyal, Vin and Cheng, "Start-time Fair Queueing", SIGCOMM
-- 1996) with one unit of work for each job. A workspace that has not waited gets the turn just before the one that is next, and
-- none it could have taken earlier: silence saves nothing up. The turn is the negated priority of the entry.
-- The columns are those pg-boss fills itself; a test holds them against an entry it made. Nobody is told: the caller does that
-- after its commit.
-- Indexes: queue.job_i11, turns_latest, turns_pkey.
create function enqueue_jobs_1(lane_name text, workspace uuid, job_ids uuid[]) returns void language plpgsql as $$
declare
  base integer;
  last_turn integer;
  job_count integer := cardinality(job_ids);
begin
  select -priority - 1 into base from queue.job
    where name = lane_name and state < 'active' and not blocked order by priority desc, created_on limit 1;
  if base is null then
    select latest into base from turns where lane = lane_name order by latest desc limit 1;
  end if;
  base := coalesce(base, 0);
  insert into turns as t (lane, workspace_id, latest) values (lane_name, workspace, base + job_count - 1)
    on conflict (lane, workspace_id) do update set latest = greatest(t.latest + 1, base) + job_count - 1
    returning latest into last_turn;
  insert into queue.job (
    id, name, priority, start_after, created_on, group_id, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
  )
  select j.id, q.name, job_count - last_turn - j.position, queue.job_now(), queue.job_now(), workspace::text, q.expire_seconds,
    q.deletion_seconds, queue.job_now() + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  from unnest(job_ids) with ordinality as j (id, position) join queue.queue q on q.name = lane_name;
  if not found then
    raise exception 'the lane % is not set up', lane_name;
  end if;
end
$$;

-- Receipt, charge, jobs and queue entries of one request, all or nothing. `verdict` says what became of it:
--   submitted    done
--   in_progress  a twin with the same key is at work
--   earlier      the key was used: the receipt of that time
--   insufficient the balance, in `number`, is too small
--   too_many     of the workspace's jobs, `number` have not ended
-- Indexes: idempotency_receipts_pkey, workspaces_pkey, jobs_unfinished.
create function submit_work_1(
  workspace uuid, lane_name text, moment timestamptz, unfinished_max integer,
  claimed_key text, claimed_method text, claimed_path text, claimed_hash bytea, receipts_since timestamptz,
  answer_status smallint, answer text,
  job_ids uuid[], submission uuid, entry_ids uuid[], job_price bigint, job_operation text, job_model text, job_resolution text, job_input jsonb
) returns table (verdict text, number bigint, status smallint, response text, method text, path text, body_hash bytea)
language plpgsql as $$
#variable_conflict use_column
declare
  job_count integer := cardinality(job_ids);
  total bigint := cardinality(job_ids) * job_price;
  funds bigint;
  unfinished bigint;
begin
  if claimed_key is not null then
    -- Never waits: a twin whose transaction is open has the lock.
    if not pg_try_advisory_xact_lock(hashtextextended(workspace::text || ' ' || claimed_key, 0)) then
      return query select 'in_progress', null::bigint, null::smallint, null::text, null::text, null::text, null::bytea;
      return;
    end if;
    return query select 'earlier', null::bigint, r.status, r.response, r.method, r.path, r.body_hash from idempotency_receipts r
      where r.workspace_id = workspace and r.key = claimed_key and r.created_at >= receipts_since;
    if found then
      return;
    end if;
  end if;

  -- The lock on the workspace's row puts its submissions in an order, so that limits hold exactly.
  select balance into funds from workspaces where id = workspace for no key update;
  if funds is null or funds < total then
    return query select 'insufficient', coalesce(funds, 0), null::smallint, null::text, null::text, null::text, null::bytea;
    return;
  end if;
  select count(*) into unfinished from jobs j where j.workspace_id = workspace and j.finished_at is null;
  if unfinished + job_count > unfinished_max then
    return query select 'too_many', unfinished, null::smallint, null::text, null::text, null::text, null::bytea;
    return;
  end if;

  update workspaces set balance = balance - total where id = workspace;
  insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
    select e.id, workspace, 'charge', -job_price, funds - job_price * e.position, job_ids[e.position], job_operation, moment
    from unnest(entry_ids) with ordinality as e (id, position);
  insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged, created_at)
    select j.id, workspace, submission, j.position - 1, job_operation, job_model, job_resolution, job_input, 'pending', job_price, job_price, moment
    from unnest(job_ids) with ordinality as j (id, position);
  perform enqueue_jobs_1(lane_name, workspace, job_ids);
  if claimed_key is not null then
    insert into idempotency_receipts (workspace_id, key, method, path, body_hash, status, response, created_at)
      values (workspace, claimed_key, claimed_method, claimed_path, claimed_hash, answer_status, answer, moment)
      on conflict (workspace_id, key) do update set method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
        status = excluded.status, response = excluded.response, created_at = excluded.created_at;
  end if;
  return query select 'submitted', unfinished + job_count, answer_status, answer, null::text, null::text, null::bytea;
end
$$;
