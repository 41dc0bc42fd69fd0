-- The roles that row policies and grants name. They belong to the whole cluster, so a restore on another server needs them before the
-- dump. Repeatable.

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
