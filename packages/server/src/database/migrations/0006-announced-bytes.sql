-- Bytes to remove once they are due: those whose row was deleted, at once; those being stored, after a time in which their
-- row takes the entry away. So the store never holds bytes that neither a row nor an entry names.
alter table media_removals rename column requested_at to due_at;
create index media_removals_by_time on media_removals (due_at);

-- For retention: what is older than so many days.
create index media_by_age on media (origin, created_at);
create index jobs_by_end on jobs (finished_at) where record_deleted_at is null;
