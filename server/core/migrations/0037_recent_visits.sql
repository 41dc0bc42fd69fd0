-- The memory of codes that were visited lately is in runs (server/verify/scans/merge-visits.ts). Nothing is moved: a visit copies
-- what the code has in code_visits. Web processes of the earlier version cannot store scans from now on.
CREATE TABLE "recent_run" (
	"run" smallint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO "recent_run" VALUES (0);--> statement-breakpoint
CREATE TABLE "recent_visits" (
	"run" smallint NOT NULL,
	"address" uuid NOT NULL,
	"trail" "bytea",
	"visits" "bytea" NOT NULL,
	CONSTRAINT "recent_visits_address_run_pk" PRIMARY KEY("address","run")
) PARTITION BY LIST ("run");
--> statement-breakpoint
DO $$ BEGIN
  FOR run IN 0..3 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "recent_visits" FOR VALUES IN (%s)', 'recent_visits_' || run, run);
  END LOOP;
END $$;
