-- The log of scans is partitioned by month, and the memory of a code moves into a table of its own. Existing rows stay in
-- scan_old; a job moves them in small batches while scans go on (server/verify/scans/move-old-scans.ts).
ALTER TABLE "scan" RENAME TO "scan_old";--> statement-breakpoint
ALTER INDEX "scan_address" RENAME TO "scan_old_address";--> statement-breakpoint
CREATE TABLE "scan_old_progress" ("next_page" bigint NOT NULL);--> statement-breakpoint
INSERT INTO "scan_old_progress" VALUES (0);--> statement-breakpoint
CREATE TABLE "code_visits" (
	"address" uuid PRIMARY KEY NOT NULL,
	"trail" "bytea",
	"visits" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan" (
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"visitor" bigint NOT NULL,
	"place_id" integer NOT NULL,
	"os" smallint NOT NULL,
	"kind" "char" NOT NULL,
	"verdict" "char" NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"address" uuid NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "scan_place" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"region" text NOT NULL,
	"city" text NOT NULL,
	"lat" real,
	"lng" real
);
--> statement-breakpoint
CREATE INDEX "scan_at" ON "scan" USING brin ("at","address" uuid_bloom_ops(n_distinct_per_range=-0.3)) WITH (pages_per_range=16,autosummarize=true);--> statement-breakpoint
CREATE TABLE "scan_default" PARTITION OF "scan" DEFAULT;--> statement-breakpoint
CREATE UNIQUE INDEX "scan_place_unique" ON "scan_place" USING btree ("city","region","country",coalesce("lat", 'NaN'),coalesce("lng", 'NaN'));--> statement-breakpoint
-- The owner sees no rows of a table whose policies bind it.
ALTER TABLE "scan_old" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$ BEGIN
  IF EXISTS (SELECT FROM "scan_old") THEN
    ALTER TABLE "scan_old" FORCE ROW LEVEL SECURITY;
  ELSE
    DROP TABLE "scan_old", "scan_old_progress";
  END IF;
END $$;
