-- Submissions of several workspaces at once: what `submit_work_1` does for one request, `submit_works_1` does for many by the same number
-- of statements, in one transaction with one commit.

-- One request. `place` is its number among those of a call, from 1 without a gap.
create type wanted_work_1 as (
  place integer, workspace uuid, lane text, moment timestamptz, unfinished_max integer,
  claimed_key text, claimed_method text, claimed_path text, claimed_hash bytea, receipts_since timestamptz,
  answer_status smallint, answer text,
  job_ids uuid[], submission uuid, entry_ids uuid[], job_price bigint, job_operation text, job_model text, job_resolution text, job_input jsonb
);

-- Receipt, charge, jobs and queue entries of each request, all or nothing, and a verdict on each as `submit_work_1` gives it; a request
-- that is refused does not touch the others. `requests` is an array of objects with the fields of `wanted_work_1`, no two of them of
-- one workspace. Plans are made once: they look up few rows by indexes, whatever the parameters are.
-- Where `waits` is false a request whose workspace is locked by another transaction gets the verdict `busy` in place of a wait that would
-- hold up the others. Indexes: idempotency_receipts_pkey, workspaces_pkey, jobs_unfinished, queue.job_i11, turns_latest, turns_pkey.
create function submit_works_1(requests jsonb, waits boolean) returns table (
  place integer, verdict text, number bigint, status smallint, response text, method text, path text, body_hash bytea
) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  wanted wanted_work_1[] := array(select w from jsonb_populate_recordset(null::wanted_work_1, requests) w);
  settled integer[];
  locked uuid[];
  -- Of the workspace of the request at each place, once it is locked.
  funds bigint[];
  unfinished bigint[];
begin
  -- Never waits: a twin whose transaction is open has the lock.
  settled := array(
    select w.place from unnest(wanted) w
    where w.claimed_key is not null and not pg_try_advisory_xact_lock(hashtextextended(w.workspace::text || ' ' || w.claimed_key, 0)));
  return query select w.place, 'in_progress', null::bigint, null::smallint, null::text, null::text, null::text, null::bytea
    from unnest(wanted) w where w.place = any (settled);
  wanted := array(select w from unnest(wanted) w where w.place <> all (settled));

  settled := array(
    select w.place from unnest(wanted) w
    join idempotency_receipts r on r.workspace_id = w.workspace and r.key = w.claimed_key and r.created_at >= w.receipts_since);
  if settled <> '{}' then
    return query select w.place, 'earlier', null::bigint, r.status, r.response, r.method, r.path, r.body_hash
      from unnest(wanted) w join idempotency_receipts r on r.workspace_id = w.workspace and r.key = w.claimed_key
      where w.place = any (settled);
    wanted := array(select w from unnest(wanted) w where w.place <> all (settled));
  end if;

  -- The lock on a workspace's row puts its submissions in an order, so that limits hold exactly; calls lock in the order of the IDs,
  -- so that they wait for each other in one direction only.
  if waits then
    perform 1 from workspaces s where s.id = any (array(select w.workspace from unnest(wanted) w)) order by s.id for no key update;
  else
    locked := array(
      select s.id from workspaces s where s.id = any (array(select w.workspace from unnest(wanted) w)) order by s.id for no key update skip locked);
    settled := array(
      select w.place from unnest(wanted) w join workspaces s on s.id = w.workspace where w.workspace <> all (locked));
    if settled <> '{}' then
      return query select s, 'busy', null::bigint, null::smallint, null::text, null::text, null::text, null::bytea from unnest(settled) s;
      wanted := array(select w from unnest(wanted) w where w.place <> all (settled));
    end if;
  end if;
  select array_agg(s.balance order by p), array_agg(c.jobs order by p) into funds, unfinished
    from generate_series(1, jsonb_array_length(requests)) p
    left join unnest(wanted) w on w.place = p
    left join workspaces s on s.id = w.workspace
    left join lateral (select count(*) as jobs from jobs j where j.workspace_id = w.workspace and j.finished_at is null) c on true;
  return query select w.place, 'insufficient', coalesce(funds[w.place], 0), null::smallint, null::text, null::text, null::text, null::bytea
    from unnest(wanted) w where coalesce(funds[w.place], -1) < cardinality(w.job_ids) * w.job_price;
  wanted := array(select w from unnest(wanted) w where coalesce(funds[w.place], -1) >= cardinality(w.job_ids) * w.job_price);
  return query select w.place, 'too_many', unfinished[w.place], null::smallint, null::text, null::text, null::text, null::bytea
    from unnest(wanted) w where unfinished[w.place] + cardinality(w.job_ids) > w.unfinished_max;
  wanted := array(select w from unnest(wanted) w where unfinished[w.place] + cardinality(w.job_ids) <= w.unfinished_max);

  update workspaces s set balance = s.balance - cardinality(w.job_ids) * w.job_price from unnest(wanted) w where s.id = w.workspace;
  insert into ledger_entries (id, workspace_id, kind, amount, balance_after, job_id, reason, created_at)
    select e.id, w.workspace, 'charge', -w.job_price, funds[w.place] - w.job_price * e.position, e.job_id, w.job_operation, w.moment
    from unnest(wanted) w, unnest(w.entry_ids, w.job_ids) with ordinality e (id, job_id, position) order by w.place, e.position;
  insert into jobs (id, workspace_id, submission_id, position, operation, model, resolution, input, status, price, charged, created_at)
    select j.id, w.workspace, w.submission, j.position - 1, w.job_operation, w.job_model, w.job_resolution, w.job_input, 'pending',
      w.job_price, w.job_price, w.moment
    from unnest(wanted) w, unnest(w.job_ids) with ordinality j (id, position);
  perform enqueue_works_1(wanted);
  insert into idempotency_receipts (workspace_id, key, method, path, body_hash, status, response, created_at)
    select w.workspace, w.claimed_key, w.claimed_method, w.claimed_path, w.claimed_hash, w.answer_status, w.answer, w.moment
    from unnest(wanted) w where w.claimed_key is not null
    on conflict (workspace_id, key) do update set method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
      status = excluded.status, response = excluded.response, created_at = excluded.created_at;
  return query select w.place, 'submitted', unfinished[w.place] + cardinality(w.job_ids), w.answer_status, w.answer, null::text, null::text, null::bytea
    from unnest(wanted) w;
end
$$;

-- What `enqueue_jobs_1` does, for the jobs of many requests. Those of one call do not see each other's entries: of workspaces that have
-- not waited, all get the same turn, and within a turn the earlier entry goes first.
create function enqueue_works_1(wanted wanted_work_1[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  entered integer;
begin
  with bases as (
    select l.lane, coalesce(
      (select -q.priority - 1 from queue.job q where q.name = l.lane and q.state < 'active' and not q.blocked order by q.priority desc, q.created_on limit 1),
      (select t.latest from turns t where t.lane = l.lane order by t.latest desc limit 1),
      0) as base
    from (select distinct w.lane from unnest(wanted) w) l
  ), given as (
    insert into turns as t (lane, workspace_id, latest)
    select w.lane, w.workspace, greatest(own.latest + 1, b.base) + cardinality(w.job_ids) - 1
    from unnest(wanted) w join bases b on b.lane = w.lane left join turns own on own.lane = w.lane and own.workspace_id = w.workspace
    on conflict (lane, workspace_id) do update set latest = greatest(t.latest, excluded.latest)
    returning lane, workspace_id, latest
  )
  insert into queue.job (
    id, name, priority, start_after, created_on, group_id, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
  )
  select j.id, q.name, cardinality(w.job_ids) - g.latest - j.position, queue.job_now(), queue.job_now(), w.workspace::text, q.expire_seconds,
    q.deletion_seconds, queue.job_now() + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  from unnest(wanted) w join given g on g.lane = w.lane and g.workspace_id = w.workspace join queue.queue q on q.name = w.lane,
    unnest(w.job_ids) with ordinality j (id, position);
  get diagnostics entered = row_count;
  if entered < (select sum(cardinality(w.job_ids)) from unnest(wanted) w) then
    raise exception 'a lane of % is not set up', array(select distinct w.lane from unnest(wanted) w);
  end if;
end
$$;
