CREATE TABLE "logistic_log" (
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid PRIMARY KEY NOT NULL,
	"tag" text,
	"started_at" timestamp with time zone,
	"maxlimit" real,
	"pulled_at" timestamp with time zone,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_pull_at" timestamp with time zone DEFAULT now()
);
--> statement-breakpoint
ALTER TABLE "logistic_log" ADD CONSTRAINT "logistic_log_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logistic_log_due" ON "logistic_log" USING btree ("next_pull_at") WHERE next_pull_at is not null;--> statement-breakpoint
CREATE INDEX "logistic_tag" ON "logistic" USING btree ("merchant_id","manufacturer_id") WHERE manufacturer_id is not null;--> statement-breakpoint
-- Shipments with a tag: the readings of those whose log has not ended are read from now on. The owner is bound by the policies of
-- the table until this; guard.sql binds it again.
ALTER TABLE "logistic" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "logistic_log" ("merchant_id", "logistic_id", "next_pull_at")
SELECT "merchant_id", "id", CASE WHEN "logging_ended_at" IS NULL THEN now() END FROM "logistic"
WHERE "manufacturer_id" IS NOT NULL AND "removed_at" IS NULL;
