-- Repeatable: runs after the numbered migrations when this file, the migrations or the roles have changed, and applies to all
-- tables that exist. A new table with merchant_id is protected without being named here.

do $$
declare wanted text;
begin
  foreach wanted in array array['app_tenant', 'app_system', 'app_public', 'app_backup'] loop
    begin
      execute format('create role %I nologin nobypassrls', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to current_user', wanted);
    exception when others then
      -- Roles belong to the whole cluster: another database may grant the same at this moment.
      if not pg_has_role(current_user, wanted, 'member') then raise; end if;
    end;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to app_tenant, app_system, app_public;
grant select, insert, update, delete on all tables in schema public to app_system;
grant usage on all sequences in schema public to app_tenant, app_system;

create or replace function current_merchant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.merchant_id', true), '')::uuid $$;

-- When the oldest transaction of the owner's login began, besides the caller's; infinity if there is none. Other roles do not see
-- the transactions of a login.
create or replace function oldest_transaction() returns timestamptz language sql volatile security definer
  set search_path = pg_catalog as $$
    select coalesce(min(xact_start), 'infinity') from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  $$;

create or replace function set_policy(target regclass, name text, definition text) returns void language plpgsql as $$
begin
  execute format('drop policy if exists %I on %s', name, target);
  execute format('create policy %I on %s %s', name, target, definition);
end $$;

-- Row policies of one table: a merchant has its own rows, the system all rows. `forced`: the owner is restricted, too. COPY
-- rejects a table whose policies restrict the copying role, so `code` is not forced.
create or replace function guard_table(target regclass, own_rows text, forced boolean default true) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s %s row level security', target, case when forced then 'force' else 'no force' end);
  perform set_policy(target, 'tenant', format('to app_tenant using (%1$s) with check (%1$s)', own_rows));
  perform set_policy(target, 'system', 'to app_system using (true) with check (true)');
  execute format('grant select, insert, update, delete on %s to app_tenant', target);
end $$;

create or replace function guard_tenant_table(target regclass, forced boolean default true) returns void language sql
  as $$ select guard_table(target, 'merchant_id = (select current_merchant())', forced) $$;

-- Opens a table to the public verify page; `words` are the commands that it may use.
create or replace function guard_public_table(target regclass, words text) returns void language plpgsql as $$
begin
  execute format('grant %s on %s to app_public', words, target);
  if words ilike '%select%' then perform set_policy(target, 'public_read', 'for select to app_public using (true)'); end if;
  if words ilike '%insert%' then
    perform set_policy(target, 'public_insert', 'for insert to app_public with check (true)');
  end if;
end $$;

-- Opens a table to backups: `pg_dump --role=app_backup --enable-row-security` reads all rows of it. The owner cannot: its own
-- policies restrict it.
create or replace function guard_backup(target regclass) returns void language plpgsql as $$
begin
  execute format('grant select on %s to app_backup', target);
  if (select relrowsecurity from pg_class where oid = target) then
    perform set_policy(target, 'backup', 'for select to app_backup using (true)');
  end if;
end $$;

-- Rows of a partition are reached through its table, whose grants and policies apply, and never directly.
create or replace function guard_partition(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('revoke all on %s from app_tenant, app_system, app_public', target);
  perform guard_backup(target);
end $$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function guard_append_only(target regclass) returns void language plpgsql as $$
begin
  execute format('create or replace trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create or replace trigger append_only_whole before truncate on %s execute function refuse_change()', target);
end $$;

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
    select c.oid::regclass as name, c.relname,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped) as of_merchant,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped) as of_account
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  loop
    if target.of_merchant then
      perform guard_tenant_table(target.name, forced => target.relname <> 'code');
    elsif target.of_account then
      -- The subquery sees only the accounts that the tenant policy of `account` shows.
      perform guard_table(target.name, 'account_id in (select account.id from account)');
    elsif target.relname = 'merchant' then
      perform guard_table(target.name, 'id = (select current_merchant())');
    end if;
  end loop;

  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relispartition
  loop
    perform guard_partition(target.name);
  end loop;

  -- The rights of a merchant's transaction on shared tables, which have no merchant.
  for target in
    select c.oid::regclass as name, shared.words from pg_class c join (values
      ('plan', 'select'), ('stored_file', 'select, insert'), ('mail_message', 'insert'),
      ('anchor_job', 'select, insert'), ('anchor_attempt', 'select'), ('chain_block', 'select'), ('scan_place', 'select'), ('scan_sums_mark', 'select'),
      ('log_queue', 'insert')
    ) as shared (name, words) on shared.name = c.relname
    where c.relnamespace = 'public'::regnamespace
  loop
    execute format('grant %s on %s to app_tenant', target.words, target.name);
  end loop;

  for target in
    select c.oid::regclass as name, shared.words from pg_class c join (values
      ('code', 'select'), ('code_order', 'select'), ('sku', 'select'), ('sku_certificate', 'select'), ('trademark', 'select'),
      ('merchant', 'select'), ('activation', 'select'), ('activation_batch', 'select'), ('payload', 'select'),
      ('anchor_commitment', 'select'), ('anchor_job', 'select'), ('chain_block', 'select'), ('stored_file', 'select'),
      ('logistic_item', 'select'), ('scan', 'insert'), ('scan_place', 'select, insert'),
      ('code_visits', 'select, insert'), ('recent_visits', 'select, insert, update'), ('recent_run', 'select'),
      ('code_mark', 'select'),
      ('wallet', 'select (merchant_id, expires_at)')
    ) as shared (name, words) on shared.name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    perform guard_public_table(target.name, target.words);
  end loop;

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

-- Each batch of codes becomes an entry of the transparency log.
create or replace function enqueue_log_entry() returns trigger language plpgsql as $$
begin
  insert into log_queue (commitment_id) values (new.id);
  return null;
end $$;

-- A head gets its signature once, and nothing else of it changes. A tile only grows.
create or replace function refuse_other_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'log_head' then
    if new.size = old.size and new.root = old.root and old.signature is null then return new; end if;
  elsif tg_op = 'UPDATE' then
    if new.level = old.level and new.idx = old.idx and substring(new.hashes for octet_length(old.hashes)) = old.hashes then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger log_queue after insert on anchor_commitment for each row when (new.kind = 'batch')
  execute function enqueue_log_entry();
create or replace trigger append_only before update or delete on log_head
  for each row execute function refuse_other_history();
create or replace trigger append_only before update or delete on log_tile
  for each row execute function refuse_other_history();

-- Empties the log, so that a new one with another name begins with all batches: after a restore of an old dump. Only the owner of
-- the tables can call it, because only the owner can switch the triggers off.
create or replace function empty_log() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('transparency:log', 0));
  alter table log_entry disable trigger append_only_whole;
  alter table log_cosignature disable trigger append_only_whole;
  truncate log_queue, log_entry, log_tile, log_head, log_cosignature, log_problem;
  alter table log_entry enable trigger append_only_whole;
  alter table log_cosignature enable trigger append_only_whole;
end $$;

-- An entry of the audit trail is deleted only after it was written to a sealed file.
create or replace function refuse_unsealed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from audit_seal where stream = old.stream and seq >= old.seq) then
    return old;
  end if;
  raise exception 'audit_entry is append-only' using errcode = 'restrict_violation';
end $$;

create or replace trigger append_only before update or delete on audit_entry for each row execute function refuse_unsealed();
create or replace trigger append_only_whole before truncate on audit_entry execute function refuse_change();

-- The audit chain: hash = sha256(previous hash || canonical text of the entry). A lock allows one writer for each stream until
-- its commit.
create or replace function audit_text(entry audit_entry) returns bytea language sql immutable as $$
  select convert_to(jsonb_build_array(entry.stream, entry.seq, extract(epoch from entry.at), entry.merchant_id,
    entry.actor_id, entry.action, entry.subject, entry.reference, entry.data)::text, 'utf8')
$$;

create or replace function audit_chain() returns trigger language plpgsql as $$
declare last audit_entry;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || new.stream, 0));
  select * into last from audit_entry where stream = new.stream order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.prev_hash := coalesce(last.hash, '\x'::bytea);
  new.at := clock_timestamp();
  new.hash := sha256(new.prev_hash || audit_text(new));
  return new;
end $$;

create or replace trigger audit_chain before insert on audit_entry for each row execute function audit_chain();

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

-- A shipment with a temperature tag has a row that says when its readings are read next: at once after a change of its tag or of
-- the end of its log.
create or replace function log_due() returns trigger language plpgsql as $$
begin
  insert into logistic_log (merchant_id, logistic_id) values (new.merchant_id, new.id)
    on conflict (logistic_id) do update set next_pull_at = now(), failures = 0;
  return null;
end $$;

create or replace trigger log_due_insert after insert on logistic for each row
  when (new.manufacturer_id is not null) execute function log_due();
create or replace trigger log_due_update after update on logistic for each row
  when (new.manufacturer_id is not null and (old.manufacturer_id, old.logging_ended_at, old.removed_at)
    is distinct from (new.manufacturer_id, new.logging_ended_at, new.removed_at)) execute function log_due();

-- Processes cache the account of an access token. The database notifies them of each change that may end a token, whichever
-- statement made it. A refresh changes no cached data.
create or replace function tell_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('assay_events', json_build_object('channel', 'account', 'type', 'changed',
    'data', json_build_object('id', to_jsonb(old) ->> tg_argv[0]))::text);
  return null;
end $$;

create or replace trigger tell_changed
  after delete or update of role, blocked, session_version, confirmed, email, merchant_id on account
  for each row execute function tell_account_changed('id');
create or replace trigger tell_changed after delete or update of revoked_at on session
  for each row execute function tell_account_changed('account_id');

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

-- Counts a table from now on, including its existing rows.
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

do $$
declare target record;
begin
  for target in
    select c.oid::regclass as name, counted from pg_class c join (values
      ('sku', 'skus'), ('sku_import', 'skuImports'), ('trademark', 'trademarks'), ('form', 'forms'),
      ('form_revision', 'formRevisions'),
      ('submission', 'submissions'), ('logistic', 'shipments'), ('logistic_report', 'shipmentReports'), ('recall', 'recalls'), ('upload', 'files'),
      ('sync_blob', 'fieldFiles'), ('sync_device', 'devices'), ('support_message', 'supportMessages'),
      ('sensor', 'sensors'), ('sensor_reading', 'readings'), ('insights_view', 'insightsViews'),
      ('merchant_key', 'merchantKeys')
    ) as quota (name, counted) on quota.name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    perform quota_track(target.name, target.counted);
  end loop;
  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname in ('upload', 'sync_blob')
  loop
    perform quota_track(target.name, 'fileBytes', 'sum(size)', 'quota_note_size');
  end loop;
end $$;

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

-- Whether an account is told of a kind of event by a channel. Without a choice: every event in the console, and mail for the
-- merchant's own account, except about orders. `defaultNotificationSettings` of shared/notification/rules.ts says the same.
create or replace function notification_wanted(chosen jsonb, role text, kind text, channel text) returns boolean
language sql immutable as $$
  select coalesce((chosen -> kind ->> channel)::boolean, channel = 'bell' or (role = 'merchant' and kind <> 'order'))
$$;

-- Notifies the accounts of a merchant, in the transaction of the event. Decisions concern the merchant's own account only, and
-- their mails are written by their own job, as those of temperature alarms, which name values. An alert about a product is not repeated within an hour while it is unread.
create or replace function notify_accounts(owner uuid, what text, happened text, about uuid, called text, more text default '')
returns void language plpgsql as $$
begin
  insert into notification (merchant_id, account_id, kind, event, subject, name, detail, bell, mail_due)
  select owner, wanted.id, what, happened, about, called, more, wanted.bell, wanted.mail from (
    select a.id, notification_wanted(s.settings, a.role, what, 'bell') as bell,
      what <> 'decision' and happened <> 'temperatureAlarm'
        and notification_wanted(s.settings, a.role, what, 'mail') as mail
    from account a left join notification_setting s on s.account_id = a.id
    where a.merchant_id = owner and a.confirmed and not a.blocked and (what <> 'decision' or a.role = 'merchant')) wanted
  where (wanted.bell or wanted.mail) and not (what = 'alert' and exists (
    select from notification n where n.merchant_id = owner and n.account_id = wanted.id and n.bell and n.read_at is null
      and n.event = happened and n.name = called and n.created_at > now() - interval '1 hour'));
  if found then
    perform pg_notify('assay_events', json_build_object('channel', 'merchant:' || owner, 'type', 'notification', 'data', '{}'::json)::text);
  end if;
end $$;

create or replace function notify_case() returns trigger language plpgsql as $$
begin
  perform notify_accounts(new.merchant_id, 'alert', case when new.reference is null then 'caseOpened' else 'reportReceived' end,
    new.id, (select name from sku where merchant_id = new.merchant_id and id = new.sku_id));
  return null;
end $$;

create or replace function notify_recall() returns trigger language plpgsql as $$
begin
  perform notify_accounts(new.merchant_id, 'recall', case when new.ended_at is null then 'recalled' else 'recallEnded' end, new.id,
    coalesce(case new.scope
      when 'order' then (select order_id from code_order where merchant_id = new.merchant_id and id = new.target)
      when 'batch' then (select identifier from activation_batch where merchant_id = new.merchant_id and id = new.target)
      else (select name from sku where merchant_id = new.merchant_id and id = new.target) end, ''));
  return null;
end $$;

create or replace function notify_order() returns trigger language plpgsql as $$
begin
  perform notify_accounts(new.merchant_id, 'order', case new.state when 'done' then 'orderFinished' else 'orderFailed' end,
    new.id, new.order_id);
  return null;
end $$;

-- The failure of a batch of a run is the failure of the run.
create or replace function notify_batch() returns trigger language plpgsql as $$
begin
  if exists (select from activation_run where merchant_id = new.merchant_id and batch_id = new.id) then return null; end if;
  perform notify_accounts(new.merchant_id, 'order', 'activationFailed', new.id, new.identifier);
  return null;
end $$;

create or replace function notify_run() returns trigger language plpgsql as $$
begin
  perform notify_accounts(new.merchant_id, 'order', case new.state when 'done' then 'activationFinished' else 'activationFailed' end,
    new.id, (select order_id from code_order where merchant_id = new.merchant_id and id = new.order_id));
  return null;
end $$;

create or replace function notify_decision() returns trigger language plpgsql as $$
begin
  perform notify_accounts(new.merchant_id, 'decision',
    case new.status when 'Approved' then 'approved' when 'Rejected' then 'rejected' else 'changesRequested' end, new.subject_id,
    coalesce(case new.kind
      when 'business' then (select name from merchant where id = new.merchant_id)
      when 'trademark' then (select registration_name from trademark where id = new.subject_id)
      else (select title from sku_certificate where id = new.subject_id) end, ''), new.kind);
  return null;
end $$;

create or replace trigger notify_new after insert on verdict_case for each row execute function notify_case();
create or replace trigger notify_reopened after update of state on verdict_case for each row
  when (old.state = 'closed' and new.state = 'open') execute function notify_case();
create or replace trigger notify_new after insert on recall for each row execute function notify_recall();
-- A recall that was undone before shoppers saw it has not ended: it never was.
create or replace trigger notify_ended after update of ended_at on recall for each row
  when (old.ended_at is null and new.ended_at >= new.public_at) execute function notify_recall();
create or replace trigger notify_finished after update of state on code_order for each row
  when (old.state is distinct from new.state and new.state in ('done', 'failed')) execute function notify_order();
-- Lists of codes finish in a moment: only failures and whole orders are news.
create or replace trigger notify_finished after update of state on activation_batch for each row
  when (old.state is distinct from new.state and new.state = 'failed') execute function notify_batch();
create or replace trigger notify_finished after update of state on activation_run for each row
  when (old.state is distinct from new.state and new.state in ('done', 'failed')) execute function notify_run();
create or replace trigger notify_told after update of state on review_decision for each row
  when (old.state <> 'told' and new.state = 'told' and new.status <> 'Pending Approval') execute function notify_decision();

-- Last, because tables get their policies above. Tables that are created later are opened by their owner.
do $$
declare target record;
begin
  for target in
    select c.oid::regclass as name, c.relkind as kind from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and c.relkind in ('r', 'p', 'S')
  loop
    if target.kind = 'S' then execute format('grant select on sequence %s to app_backup', target.name);
    else perform guard_backup(target.name);
    end if;
  end loop;
  grant usage on schema public, drizzle to app_backup;
  alter default privileges in schema public grant select on tables to app_backup;
  alter default privileges in schema public grant select on sequences to app_backup;
end $$;
