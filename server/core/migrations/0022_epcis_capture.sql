CREATE TABLE "epcis_capture" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"behaviour" text NOT NULL,
	"events" integer NOT NULL,
	"errors" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	CONSTRAINT "epcis_capture_behaviour" CHECK (behaviour in ('rollback', 'proceed'))
);
--> statement-breakpoint
CREATE TABLE "epcis_captured" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"hash_id" text NOT NULL,
	"event_id" text NOT NULL,
	"reporter" text NOT NULL,
	"reporter_id" uuid NOT NULL,
	"codes" integer NOT NULL,
	"type" text NOT NULL,
	"action" text,
	"biz_step" text NOT NULL,
	"event_time" timestamp with time zone NOT NULL,
	"record_time" timestamp with time zone NOT NULL,
	"fields" jsonb NOT NULL,
	"namespaces" jsonb NOT NULL,
	"error_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "epcis_captured_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "epcis_captured_hash" UNIQUE("merchant_id","hash_id"),
	CONSTRAINT "epcis_captured_event" UNIQUE("merchant_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "epcis_captured_thing" (
	"merchant_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"thing" uuid NOT NULL,
	"place" text NOT NULL,
	CONSTRAINT "epcis_captured_thing_event_id_thing_place_pk" PRIMARY KEY("event_id","thing","place"),
	CONSTRAINT "epcis_captured_thing_place" CHECK (place in ('item', 'parent'))
);
--> statement-breakpoint
ALTER TABLE "epcis_captured_thing" ADD CONSTRAINT "epcis_captured_thing_event" FOREIGN KEY ("merchant_id","event_id") REFERENCES "public"."epcis_captured"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "epcis_capture_created" ON "epcis_capture" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "epcis_captured_time" ON "epcis_captured" USING btree ("merchant_id","event_time","id","type","biz_step","action") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "epcis_captured_record" ON "epcis_captured" USING btree ("merchant_id","record_time","id","type","biz_step","action") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "epcis_captured_thing_thing" ON "epcis_captured_thing" USING btree ("thing");