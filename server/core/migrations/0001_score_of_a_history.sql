-- A visit of a visit log has 20 bytes instead of 22 (shared/verdict/visits/visit-log-codec.ts), and each visitor that the log
-- distinguished is a phone with one visit. Waiting visits have no phone.
CREATE FUNCTION pg_temp.with_visits_of_20_bytes(old bytea, head int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT substring(old FROM 1 FOR head) || coalesce(string_agg(
    substring(old FROM at + 1 FOR 19) || set_byte('\x00'::bytea, 0, CASE WHEN head > 0 THEN (at - head) / 22 ELSE 0 END), ''::bytea ORDER BY at), ''::bytea)
  FROM generate_series(head, octet_length(old) - 22, 22) AS at
$$;--> statement-breakpoint
UPDATE "code_visits" SET "visit_log" = pg_temp.with_visits_of_20_bytes("visit_log", 8), "visits" = pg_temp.with_visits_of_20_bytes("visits", 0);--> statement-breakpoint
UPDATE "recent_visits" SET "visit_log" = pg_temp.with_visits_of_20_bytes("visit_log", 8), "visits" = pg_temp.with_visits_of_20_bytes("visits", 0);--> statement-breakpoint
-- Warnings that shoppers were shown stay until the brand decides: their weight, a number of visitors, becomes a score above any
-- threshold.
UPDATE "code_mark" SET "warned" = jsonb_set(jsonb_set("warned", '{visitors,weight}', '1000'), '{visitors,fired,reasons}', '[]')
WHERE "warned" ? 'visitors';--> statement-breakpoint
UPDATE "verdict_case" SET "fired" = "fired" || '{"reasons": []}' WHERE "rule" = 'visitors';--> statement-breakpoint
UPDATE "verdict_setting" SET "settings" = ("settings" - 'days' - 'visitors' - 'jumps') || '{"category": "one_owner", "warned": "0.005"}';
