-- The prompt in lower case, for searches: lowering that of every job at each search takes most of its time.
alter table jobs add column prompt_lower text generated always as (lower(input ->> 'prompt')) stored;
