-- Changes of rights and sessions end access tokens in every process. Repeatable.

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
