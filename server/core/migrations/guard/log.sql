-- The transparency log: every batch enters it, and its history is not rewritten. Repeatable.

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
