-- Puts jobs of a workspace into a lane of the queue, each with its turn. Workspaces that wait take turns, however much
-- each has queued. This is start-time fair queuing with one unit of work for each job (Goyal, Vin and Cheng,
-- "Start-time Fair Queueing", SIGCOMM 1996). A workspace that has not waited gets the turn just before the next one,
-- and no earlier one: silence saves nothing up. A job that has an entry gets a fresh one. The caller wakes the workers
-- after its commit. Indexes: queue_entries_waiting, turns_latest, turns_pkey.
create or replace function enqueue_jobs(lane_name text, workspace uuid, job_ids uuid[]) returns void language plpgsql as $$
declare
  job_count integer := cardinality(job_ids);
  base integer := coalesce(
    (select turn - 1 from queue_entries where lane = lane_name and holder is null order by turn, job_id limit 1),
    (select latest from turns where lane = lane_name order by latest desc limit 1),
    0
  );
  last_turn integer;
begin
  insert into turns as t (lane, workspace_id, latest) values (lane_name, workspace, base + job_count - 1)
    on conflict (lane, workspace_id) do update set latest = greatest(t.latest + 1, base) + job_count - 1
    returning latest into last_turn;
  insert into queue_entries (job_id, lane, workspace_id, turn)
    select e.job_id, lane_name, workspace, last_turn - job_count + e.position from unnest(job_ids) with ordinality as e (job_id, position)
    on conflict (job_id) do update set lane = excluded.lane, turn = excluded.turn, holder = null, held_until = null;
end
$$;
