-- The numbers of the changes that devices receive. Repeatable.

-- Records that devices receive. `ver` counts the states of a record. It never decreases, also if a deleted record is created
-- again.
create or replace function sync_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.ver := old.ver + 1;
  else
    new.ver := 1 + coalesce((select ver from sync_change
      where merchant_id = new.merchant_id and entity = tg_table_name::text and record_id = new.id), 0);
  end if;
  return new;
end $$;

-- Runs once for each statement and stores which records it wrote, one row for each merchant.
create or replace function sync_note() returns trigger language plpgsql as $$
declare gone boolean := tg_op = 'DELETE';
begin
  insert into sync_touched (merchant_id, entity, records, versions, deleted)
    select merchant_id, tg_table_name, array_agg(id), array_agg(ver + gone::integer), gone
    from touched group by merchant_id order by merchant_id;
  return null;
end $$;

-- Runs at the commit: the counter of the merchant is locked only then, and the transaction that holds it commits next, so that
-- no number becomes visible after a higher one. All records of a transaction share its number.
create or replace function sync_number() returns trigger language plpgsql as $$
declare
  place bigint;
  known text[] := string_to_array(current_setting('assay.sync_place', true), ' ');
begin
  if known[1] = new.merchant_id::text then
    place := known[2];
  else
    insert into merchant_seq as counter (merchant_id, n) values (new.merchant_id, 1)
      on conflict (merchant_id) do update set n = counter.n + 1 returning n into place;
    perform set_config('assay.sync_place', new.merchant_id || ' ' || place, true);
  end if;
  insert into sync_change (merchant_id, entity, record_id, seq, ver, deleted)
    select new.merchant_id, new.entity, record_id, place, version, new.deleted
    from unnest(new.records, new.versions) as touched (record_id, version)
    on conflict (merchant_id, entity, record_id)
      do update set seq = excluded.seq, ver = excluded.ver, deleted = excluded.deleted, at = excluded.at;
  delete from sync_touched where id = new.id;
  return null;
end $$;

-- Assigns the number of this transaction now instead of at the commit. Null if it wrote no record of the merchant that devices
-- receive.
create or replace function sync_place(merchant uuid) returns bigint language plpgsql as $$
declare known text[];
begin
  set constraints all immediate;
  known := string_to_array(current_setting('assay.sync_place', true), ' ');
  return case when known[1] = merchant::text then known[2]::bigint end;
end $$;

do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'sync_touched'::regclass and tgname = 'sync_number') then
    create constraint trigger sync_number after insert on sync_touched
      deferrable initially deferred for each row execute function sync_number();
  end if;
end $$;

-- From now on, devices receive the records of this table. Existing rows count as changed by this transaction.
create or replace function sync_track(target regclass) returns void language plpgsql as $$
declare event record;
begin
  if exists (select from pg_trigger where tgrelid = target and tgname = 'sync_note_insert') then return; end if;
  execute format('create or replace trigger sync_version before insert or update on %s for each row execute function sync_version()', target);
  for event in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as event (word, rows) loop
    execute format('create trigger sync_note_%1$s after %1$s on %2$s referencing %3$s table as touched
      for each statement execute function sync_note()', event.word, target, event.rows);
  end loop;
  perform set_config('role', 'app_system', true);
  execute format('update %s set ver = ver', target);
  set constraints all immediate;
  perform set_config('role', 'none', true);
end $$;

do $$
declare target record;
begin
  for target in
    select c.oid::regclass as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attname = 'ver' and c.relname not like 'sync%'
  loop
    perform sync_track(target.name);
  end loop;
end $$;
