CREATE TABLE "scan_day" (
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"day" date NOT NULL,
	"verify" integer[] NOT NULL,
	"redirect" integer[] NOT NULL,
	"systems" integer[] NOT NULL,
	"slot_systems" bigint[] NOT NULL,
	CONSTRAINT "scan_day_merchant_id_sku_id_day_pk" PRIMARY KEY("merchant_id","sku_id","day")
);
--> statement-breakpoint
CREATE TABLE "scan_sums_mark" (
	"id" integer PRIMARY KEY NOT NULL,
	"counted_to" timestamp with time zone NOT NULL
);
