-- How often an attempt at a job broke in a way nobody foresaw. Attempts that were cut short, by a stop or a crash of the
-- whole process, say nothing about the job.
alter table jobs add column faults smallint not null default 0;
