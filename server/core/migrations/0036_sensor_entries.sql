CREATE TABLE "sensor_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"ver" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sensor_entry" ADD CONSTRAINT "sensor_entry_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sensor_entry_created" ON "sensor_entry" USING btree ("merchant_id","created_at","id");