-- Puts jobs into lanes of the queue, each with its turn; other columns of `entries` do not count. Workspaces that wait
-- in a lane take turns, however much each has queued. This is start-time fair queuing with one unit of work for each
-- job (Goyal, Vin and Cheng, "Start-time Fair Queueing", SIGCOMM 1996). A workspace that has not waited gets the turn
-- just before the next one, and no earlier one: silence saves nothing up. A job that has an entry gets a fresh one. The
-- caller wakes the workers after its commit. Indexes: queue_entries_waiting, turns_latest, turns_pkey.
create or replace function enqueue_jobs(entries queue_entries[]) returns void language sql as $$
  with job as (
    select lane, workspace_id, job_id, count(*) over (partition by lane, workspace_id) as job_count,
      row_number() over (partition by lane, workspace_id order by ordinality) as position
    from unnest(entries) with ordinality
  ), next as (
    select lane, coalesce(
      (select q.turn - 1 from queue_entries q where q.lane = l.lane and q.holder is null order by q.turn, q.job_id limit 1),
      (select t.latest from turns t where t.lane = l.lane order by t.latest desc limit 1),
      0
    ) as turn
    from (select distinct lane from unnest(entries)) l
  ), given as (
    insert into turns as t (lane, workspace_id, latest)
    select lane, workspace_id, next.turn + job_count - 1 from job join next using (lane) where position = 1
    order by workspace_id, lane
    on conflict (lane, workspace_id) do update set latest = greatest(excluded.latest, t.latest + (
      select j.job_count from job j where (j.lane, j.workspace_id, j.position) = (t.lane, t.workspace_id, 1)
    ))
    returning t.lane, t.workspace_id, t.latest
  )
  insert into queue_entries (job_id, lane, workspace_id, turn)
  select job_id, lane, workspace_id, given.latest - job_count + position from job join given using (lane, workspace_id)
  on conflict (job_id) do update set lane = excluded.lane, turn = excluded.turn, holder = null, held_until = null
$$;
