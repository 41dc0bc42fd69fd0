-- Repeatable.

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
