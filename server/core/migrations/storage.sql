-- Repeatable: runs after the numbered migrations, every time. Storage parameters of tables.

-- Sets parameters that a table, or its TOAST table, does not have yet. A table that has them is not locked.
create or replace function set_storage(target regclass, wanted text[]) returns void language plpgsql as $$
declare
  toast oid := (select reltoastrelid from pg_class where oid = target);
  missing text[] := '{}';
begin
  if not (select coalesce(reloptions, '{}') @> wanted from pg_class where oid = target) then missing := wanted; end if;
  if toast <> 0 and 'autovacuum_freeze_min_age=0' = any (wanted)
    and not (select coalesce(reloptions, '{}') @> wanted from pg_class where oid = toast)
  then
    missing := missing || (select array_agg('toast.' || parameter) from unnest(wanted) as parameter);
  end if;
  if missing <> '{}' then execute format('alter table %s set (%s)', target, array_to_string(missing, ', ')); end if;
end $$;

do $$
declare target record;
begin
  -- Rows are inserted and not changed later, or once. A vacuum soon after the insert freezes them while their pages are
  -- in memory and logged since the last checkpoint. Without these settings, a later vacuum reads and logs the whole table
  -- again. Partitions have parameters of their own.
  for target in
    select c.oid::regclass as name from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and coalesce((select relname from pg_class where oid = i.inhparent), c.relname) in (
        'scan', 'code', 'activation', 'activation_batch', 'payload', 'anchor_commitment', 'audit_entry', 'ledger_entry',
        'sync_op')
  loop
    perform set_storage(target.name,
      '{autovacuum_freeze_min_age=0,autovacuum_vacuum_insert_threshold=20000,autovacuum_vacuum_insert_scale_factor=0.02}');
  end loop;

  -- Counters in columns without an index, updated often. Space in the page lets an update leave the indexes alone (HOT).
  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname in ('code_order', 'code_block', 'code_total', 'wallet', 'merchant_seq', 'sync_device', 'code_mark',
        'pattern_block')
  loop
    perform set_storage(target.name, '{fillfactor=70}');
  end loop;

  -- Room beside each row for its next state: saving an answer then leaves the indexes alone.
  perform set_storage('submission', '{fillfactor=80}');

  -- One small row for each code, so space costs more here. Its longest rows, of 2 kB, stay in the page.
  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ '^(code_visits|recent_visits_[0-9]+)$'
  loop
    perform set_storage(target.name, '{fillfactor=80,toast_tuple_target=4080}');
  end loop;
end $$;
