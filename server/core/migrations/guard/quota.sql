-- Counts of what quotas limit, and of the codes of a merchant. Repeatable.

-- Counts the rows that a quota limits, in the statement that writes them. `tg_argv` contains the name of the quota.
create or replace function quota_note() returns trigger language plpgsql as $$
begin
  insert into quota_count (merchant_id, name, n)
    select merchant_id, tg_argv[0], case tg_op when 'DELETE' then -count(*) else count(*) end from touched group by merchant_id;
  return null;
end $$;

create or replace function quota_note_size() returns trigger language plpgsql as $$
begin
  insert into quota_count (merchant_id, name, n)
    select merchant_id, tg_argv[0], case tg_op when 'DELETE' then -sum(size) else sum(size) end from touched group by merchant_id;
  return null;
end $$;

-- Counts files that have not arrived completely.
create or replace function quota_note_unfinished() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into quota_count (merchant_id, name, n)
      select merchant_id, tg_argv[0], count(*) from touched where file is null group by merchant_id;
  elsif tg_op = 'DELETE' then
    insert into quota_count (merchant_id, name, n)
      select merchant_id, tg_argv[0], -count(*) from before where file is null group by merchant_id;
  else
    insert into quota_count (merchant_id, name, n)
      select merchant_id, tg_argv[0], sum(change) from (
        select merchant_id, -1 as change from before where file is null
        union all select merchant_id, 1 from touched where file is null) as changes
      group by merchant_id having sum(change) <> 0;
  end if;
  return null;
end $$;

-- Counts a table from now on, including its existing rows. `migrate` calls it for the tables that the quotas of the domains name.
create or replace function quota_track(target regclass, counted text, measure text default 'count(*)', noter text default 'quota_note')
returns void language plpgsql as $$
declare
  event record;
  trigger_name text := 'quota_' || counted;
begin
  if exists (select from pg_trigger where tgrelid = target and tgname = trigger_name || '_insert') then return; end if;
  for event in select * from (values ('insert', 'new table as touched'), ('delete', 'old table as touched')) as event (word, rows)
  loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function %I(%L)',
      trigger_name || '_' || event.word, event.word, target, event.rows, noter, counted);
  end loop;
  perform set_config('role', 'app_system', true);
  execute format('insert into quota_count (merchant_id, name, n) select merchant_id, %L, %s from %s group by merchant_id',
    counted, measure, target);
  perform set_config('role', 'none', true);
end $$;

select quota_track('upload', 'fileBytes', 'sum(size)', 'quota_note_size');
select quota_track('sync_blob', 'fileBytes', 'sum(size)', 'quota_note_size');

create or replace trigger quota_unfinished_insert after insert on sync_blob referencing new table as touched
  for each statement execute function quota_note_unfinished('unfinishedFiles');
create or replace trigger quota_unfinished_update after update on sync_blob referencing old table as before new table as touched
  for each statement execute function quota_note_unfinished('unfinishedFiles');
create or replace trigger quota_unfinished_delete after delete on sync_blob referencing old table as before
  for each statement execute function quota_note_unfinished('unfinishedFiles');

-- What the photo of a report changes in the counts. Shoppers must not use up the quotas of the merchant's files, so the row of
-- `upload` that each photo also has is subtracted from them. After its case is deleted, the row of `upload` counts as a file until
-- the cleanup deletes it.
create or replace function report_photo_counts(size bigint) returns table (name text, n bigint) language sql immutable as $$
  select * from (values ('reportPhotoBytes', size), ('files', -1), ('fileBytes', -size)) as counts where size is not null
$$;

create or replace function quota_note_report_photos() returns trigger language plpgsql as $$
begin
  insert into quota_count (merchant_id, name, n)
    select merchant_id, counts.name, sum(case tg_op when 'DELETE' then -counts.n else counts.n end)
    from touched, report_photo_counts((report -> 'photo' ->> 'size')::bigint) as counts group by merchant_id, counts.name;
  return null;
end $$;

create or replace trigger quota_report_photos_insert after insert on verdict_case referencing new table as touched
  for each statement execute function quota_note_report_photos();
create or replace trigger quota_report_photos_delete after delete on verdict_case referencing old table as touched
  for each statement execute function quota_note_report_photos();

-- The codes of all orders of a merchant, counted in the transaction that changes an order.
create or replace function code_total_add() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into code_total as total (merchant_id, generated, activated)
      select merchant_id, sum(generated), sum(activated) from touched where generated > 0 group by merchant_id
      on conflict (merchant_id) do update
        set generated = total.generated + excluded.generated, activated = total.activated + excluded.activated;
  else
    insert into code_total as total (merchant_id, generated, activated)
      select merchant_id, sum(generated), sum(activated) from (
        select merchant_id, generated, activated from touched
        union all select merchant_id, -generated, -activated from before) as changes
      group by merchant_id having sum(generated) <> 0 or sum(activated) <> 0
      on conflict (merchant_id) do update
        set generated = total.generated + excluded.generated, activated = total.activated + excluded.activated;
  end if;
  return null;
end $$;

-- Only orders without codes are deleted.
create or replace trigger code_total_insert after insert on code_order referencing new table as touched
  for each statement execute function code_total_add();
create or replace trigger code_total_update after update on code_order referencing old table as before new table as touched
  for each statement execute function code_total_add();

-- Returns how much of a quota a merchant uses, before up to `adding` more is created. Below 90 % of the limit, transactions do
-- not wait for each other: they share the lock. Above it, or if `adding` is more than 1 % of the limit, a transaction takes the
-- lock alone: it waits until all others have committed, so that together they cannot exceed the limit.
create or replace function quota_used(owner uuid, counted text, adding bigint, most bigint) returns bigint language plpgsql as $$
declare
  used bigint;
  parts bigint;
  key bigint := hashtextextended(concat_ws(' ', 'quota', counted, owner), 0);
begin
  select coalesce(sum(n), 0), count(*) into used, parts from quota_count where merchant_id = owner and name = counted;
  if (used + adding) * 10 > most * 9 or adding * 100 > most then
    perform pg_advisory_xact_lock(key);
    select coalesce(sum(n), 0) into used from quota_count where merchant_id = owner and name = counted;
  else
    perform pg_advisory_xact_lock_shared(key);
  end if;
  if parts > 200 then
    -- Rows that another transaction is merging are skipped.
    with gone as (
      delete from quota_count where ctid = any(array(
        select ctid from quota_count where merchant_id = owner and name = counted for update skip locked))
      returning n)
    insert into quota_count (merchant_id, name, n) select owner, counted, sum(n) from gone having count(*) > 0;
  end if;
  return used;
end $$;
