-- Brings the tables of the development versions, at their migration 0013, to those of 0001-tables.

create table queue_entries (
  job_id uuid primary key references jobs on delete cascade,
  lane text not null,
  workspace_id uuid not null,
  turn integer not null,
  holder uuid,
  held_until timestamptz,
  returns integer not null default 0,
  check ((holder is null) = (held_until is null))
);
create index queue_entries_waiting on queue_entries (lane, turn, job_id) where holder is null;
create index queue_entries_held on queue_entries (held_until) where holder is not null;

-- The queue of those versions lay in a schema of its own. An entry that had a holder is handed out again.
insert into queue_entries (job_id, lane, workspace_id, turn)
select j.id, e.name, j.workspace_id, -e.priority from jobs j join queue.job e on e.id = j.id where j.finished_at is null
on conflict do nothing;
update jobs set status = 'pending', progress = 0, started_at = null where status = 'generating';

drop schema queue cascade;
drop function submit_works_1, submit_work_1, enqueue_works_1, enqueue_jobs_1;
drop type wanted_work_1;

-- Those versions did not count what a workspace holds.
create table storage_use (
  workspace_id uuid primary key references workspaces on delete cascade,
  held_bytes bigint not null check (held_bytes >= 0),
  day date not null,
  uploaded_bytes bigint not null
);
insert into storage_use (workspace_id, held_bytes, day, uploaded_bytes)
select workspace_id, sum(size_bytes), current_date, 0 from media where workspace_id is not null group by 1;

-- Checksum of the functions that the service has written into this database.
create table function_texts (
  checksum text primary key
);
