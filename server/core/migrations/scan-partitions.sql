-- Repeatable: runs after the files of guard/ and storage.sql. The partitions of the table `scan`, one for each month in UTC, are named
-- scan_y2026m11. Rows of a month without a partition are in scan_default.

-- Creates the partition of the month of `moment` if it is missing, and moves rows of this month out of scan_default into it.
-- Scans go on meanwhile: the partition is attached when it is complete. Runs as the owner of the tables.
create or replace function ensure_scan_partition(moment timestamptz) returns boolean language plpgsql as $$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  month_end timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
  name text := to_char(month_start at time zone 'UTC', '"scan_y"YYYY"m"MM');
begin
  perform pg_advisory_xact_lock(hashtextextended('scan partitions', 0));
  if to_regclass(name) is not null then return false; end if;
  -- A statement that waits for a lock makes the scans after it wait, too.
  perform set_config('lock_timeout', '5s', true);
  execute format('create table %I (like scan including defaults) with (%s)', name,
    (select coalesce(array_to_string(reloptions, ', '), 'fillfactor=100') from pg_class where oid = 'scan_default'::regclass));
  execute format('alter table %I owner to %I', name, (select relowner::regrole::name from pg_class where oid = 'scan'::regclass));
  -- The owner sees no rows of a table whose policies bind it.
  alter table scan_default no force row level security;
  execute format('with moved as (delete from scan_default where at >= %L and at < %L returning *)
    insert into %I select * from moved', month_start, month_end, name);
  alter table scan_default force row level security;
  perform guard_partition(name::regclass);
  execute format('alter table scan attach partition %I for values from (%L) to (%L)', name, month_start, month_end);
  return true;
end $$;

-- Creates the partitions of the current month and of `ahead` months after it.
create or replace function ensure_scan_partitions(ahead integer) returns integer language sql as $$
  select count(*)::integer from generate_series(0, ahead) as n,
    ensure_scan_partition(date_trunc('month', now(), 'UTC') + make_interval(months => n) + interval '1 day') as created
  where created
$$;

do $$ begin
  perform ensure_scan_partitions(2);
  -- The only partition that is read directly: rows in it are reported.
  grant select on scan_default to app_system;
  perform set_policy('scan_default', 'system_read', 'for select to app_system using (true)');
end $$;
