-- The month (UTC) of a moment, as key_months counts: its first day.
create or replace function month_of(moment timestamptz) returns date language sql immutable as $$
  select date_trunc('month', moment at time zone 'UTC')::date
$$;
