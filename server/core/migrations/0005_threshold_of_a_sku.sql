CREATE TABLE "verdict_calibration" (
	"sku_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sample" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"measured_at" timestamp with time zone,
	"is_shared" boolean,
	"threshold" double precision
);
--> statement-breakpoint
ALTER TABLE "verdict_calibration" ADD CONSTRAINT "verdict_calibration_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verdict_case_decided" ON "verdict_case" USING btree ("merchant_id","updated_at","address","reason") WHERE state = 'closed' and rule in ('visitors', 'travel', 'market') and reason <> 'other';