-- Rows that are never changed, and references that are checked once for each statement. Repeatable.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function guard_append_only(target regclass) returns void language plpgsql as $$
begin
  execute format('create or replace trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create or replace trigger append_only_whole before truncate on %s execute function refuse_change()', target);
end $$;

-- The serials of goods are anchored with their codes: none changes, and only those of an order without codes are deleted.
create or replace function keep_serials_of_codes() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct order_id from gone) of_order join code_order o on o.id = of_order.order_id
             where o.generated > 0) then
    raise exception 'own_serial keeps the serials of codes' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger own_serial_fixed before update on own_serial for each row execute function refuse_change();
create or replace trigger own_serial_kept after delete on own_serial referencing old table as gone
  for each statement execute function keep_serials_of_codes();
create or replace trigger own_serial_kept_whole before truncate on own_serial for each statement execute function refuse_change();

-- A published passport is signed each time it is read, so it never changes. Its revocation is final.
create or replace trigger passport_version_fixed
  before update of id, merchant_id, sku_id, lot, gtin, version, content, status_index, published_at on passport_version
  for each row execute function refuse_change();
create or replace trigger passport_version_revoked before update of revoked_at on passport_version
  for each row when (old.revoked_at is not null) execute function refuse_change();
create or replace trigger passport_version_kept before delete on passport_version for each row execute function refuse_change();

-- A foreign key for rows that are inserted by the hundred and for parents that are never deleted: it is checked once for each
-- statement, while a constraint would look up and lock once for each row. Neither key can change.
create or replace function check_reference() returns trigger language plpgsql as $$
declare lost boolean;
begin
  -- `offset 0` makes the planner look up the index of the parent for each row, whatever the statistics are.
  execute format('select exists (select from written as child where not exists (
    select from %s as parent where (%s) = (%s) offset 0))', tg_argv[1], tg_argv[2], tg_argv[3]) into lost;
  if lost then
    raise exception '% refers to a row that does not exist', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_argv[0], table = tg_table_name;
  end if;
  return null;
end $$;

create or replace function refuse_loss() returns trigger language plpgsql as $$
begin
  raise exception 'other rows refer to %', tg_table_name using errcode = 'foreign_key_violation', constraint = tg_name;
end $$;

create or replace function guard_reference(name text, child regclass, own text[], parent regclass, theirs text[])
returns void language plpgsql as $$
declare
  own_key text := (select string_agg(format('child.%I', word), ', ') from unnest(own) as word);
  their_key text := (select string_agg(format('parent.%I', word), ', ') from unnest(theirs) as word);
begin
  execute format('create or replace trigger %I after insert on %s referencing new table as written
    for each statement execute function check_reference(%L, %L, %L, %L)', name, child, name, parent, their_key, own_key);
  execute format('create or replace trigger %I before update of %s on %s for each row execute function refuse_loss()',
    name || '_fixed', array_to_string(own, ', '), child);
  execute format('create or replace trigger kept before delete or update of %s on %s for each row execute function refuse_loss()',
    array_to_string(theirs, ', '), parent);
  execute format('create or replace trigger kept_whole before truncate on %s execute function refuse_loss()', parent);
end $$;

do $$
declare target record;
begin
  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname in (
      'ledger_entry', 'activation', 'payload', 'form_revision', 'form_part', 'log_entry', 'log_cosignature', 'public_key')
  loop
    perform guard_append_only(target.name);
  end loop;

  for target in
    select reference.name, child.oid::regclass as child, own, parent.oid::regclass as parent, theirs from (values
      ('submission_form_revision', 'submission', '{merchant_id, form_id, form_revision}'::text[],
        'form_revision', '{merchant_id, form_id, revision}'::text[]),
      ('submission_answer_submission', 'submission_answer', '{merchant_id, submission_id}', 'submission', '{merchant_id, id}'),
      ('submission_answer_question', 'submission_answer', '{merchant_id, question_id}', 'form_part', '{merchant_id, id}'),
      ('submission_range_submission', 'submission_range', '{merchant_id, submission_id}', 'submission', '{merchant_id, id}'),
      ('submission_range_section', 'submission_range', '{merchant_id, section_id}', 'form_part', '{merchant_id, id}'),
      ('sensor_reading_sensor', 'sensor_reading', '{merchant_id, sensor_id}', 'sensor', '{merchant_id, id}')
    ) as reference (name, child, own, parent, theirs)
    join pg_class child on child.relname = reference.child and child.relnamespace = 'public'::regnamespace
    join pg_class parent on parent.relname = reference.parent and parent.relnamespace = 'public'::regnamespace
  loop
    perform guard_reference(target.name, target.child, target.own, target.parent, target.theirs);
  end loop;
end $$;
