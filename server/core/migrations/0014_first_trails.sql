-- A first scan carries its trail like every other. Those stored without one get it, where no later scan carries it on.
-- The owner is bound by the table's policies until this; guard.sql binds them again.
ALTER TABLE "scan" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "scan" AS first SET "trail" =
    int4send(1)
    || int4send(floor(extract(epoch FROM at) / 60)::int)
    || int4send(floor(extract(epoch FROM at) / 60)::int)
    || substring(visitor for 4) || substring(visitor from 13 for 4)
    || CASE WHEN country ~ '^[A-Z]{2}$' THEN convert_to(country, 'UTF8') ELSE '\x0000'::bytea END
    || int2send(CASE WHEN lng IS NULL THEN -32768 ELSE coalesce(round(lat * 100)::int, -32768) END::int2)
    || int2send(coalesce(round(lng * 50)::int, -32768)::int2)
WHERE trail IS NULL AND verdict = 'genuine' AND kind = 'VERIFY' AND length(visitor) = 16
  AND NOT EXISTS (SELECT FROM "scan" AS later WHERE later.address = first.address AND later.at > first.at);
