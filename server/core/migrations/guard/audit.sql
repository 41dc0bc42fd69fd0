-- The audit trail: append-only, each entry with the hash of the one before. Repeatable.

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
