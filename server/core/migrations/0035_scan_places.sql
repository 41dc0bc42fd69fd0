CREATE TABLE "scan_place_month" (
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"month" date NOT NULL,
	"bucket" smallint NOT NULL,
	"totals" bigint[] NOT NULL,
	"suspicious" bigint[] NOT NULL,
	"scans" "bytea" NOT NULL,
	CONSTRAINT "scan_place_month_merchant_id_sku_id_month_bucket_pk" PRIMARY KEY("merchant_id","sku_id","month","bucket")
);
--> statement-breakpoint
-- The job counts all scans again: for the new table, and for the new form of the sums of systems.
TRUNCATE "scan_day", "scan_sums_mark";
--> statement-breakpoint
ALTER TABLE "scan_day" ALTER COLUMN "systems" SET DATA TYPE bigint[];
