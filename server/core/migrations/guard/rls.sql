-- Grants and row policies. Repeatable, as all files of this folder: they run in the order of server/core/db/migrate.ts after
-- the numbered migrations when one of them, the migrations or the roles have changed, and apply to all tables that exist. A new
-- table with merchant_id is protected without being named here.

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
-- rejects a table whose policies restrict the copying role, so `code` and `own_serial`, which a download reads, are not forced.
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
  if words ilike '%update%' then
    perform set_policy(target, 'public_update', 'for update to app_public using (true) with check (true)');
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
      perform guard_tenant_table(target.name, forced => target.relname not in ('code', 'own_serial'));
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
      ('code', 'select'), ('own_serial', 'select (order_id, serial_no, serial)'), ('code_order', 'select'), ('code_binding', 'select (address, sku_id)'), ('bound_product', 'select (order_id, sku_id, bound)'), ('sku', 'select'), ('sku_certificate', 'select'), ('trademark', 'select'),
      ('merchant', 'select'), ('activation', 'select'), ('activation_batch', 'select'), ('payload', 'select'),
      ('anchor_commitment', 'select'), ('anchor_job', 'select'), ('chain_block', 'select'), ('stored_file', 'select'),
      ('logistic_item', 'select'), ('logistic', 'select (id, shipped_at, created_at, removed_at)'), ('scan', 'insert'), ('scan_place', 'select, insert'),
      ('code_visits', 'select, insert'), ('recent_visits', 'select, insert, update'), ('recent_run', 'select'),
      ('code_mark', 'select'), ('nfc_tag', 'select, update (last_ctr, tapped_at, visitor)'), ('nfc_total', 'select, update (tapped)'),
      ('wallet', 'select (merchant_id, expires_at)')
    ) as shared (name, words) on shared.name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    perform guard_public_table(target.name, target.words);
  end loop;
end $$;

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
