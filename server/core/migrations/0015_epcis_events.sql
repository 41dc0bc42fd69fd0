CREATE TABLE "epcis_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"first_address" uuid NOT NULL,
	"last_address" uuid NOT NULL,
	"codes" integer NOT NULL,
	"type" text NOT NULL,
	"action" text NOT NULL,
	"biz_step" text NOT NULL,
	"event_time" timestamp with time zone NOT NULL,
	"record_time" timestamp with time zone NOT NULL,
	"fields" jsonb NOT NULL,
	"origin" text NOT NULL,
	"error_at" timestamp with time zone,
	CONSTRAINT "epcis_event_id" UNIQUE("merchant_id","event_id"),
	CONSTRAINT "epcis_event_kind" CHECK (kind in ('activation', 'shipment', 'delivery', 'log', 'recall', 'recallEnd')),
	CONSTRAINT "epcis_event_source" CHECK (source in ('batch', 'order', 'shipment')),
	CONSTRAINT "epcis_event_codes" CHECK (codes between 1 and 999)
);
--> statement-breakpoint
CREATE INDEX "epcis_event_time" ON "epcis_event" USING btree ("merchant_id","event_time","id","type","biz_step","action");--> statement-breakpoint
CREATE INDEX "epcis_event_record" ON "epcis_event" USING btree ("merchant_id","record_time","id","type","biz_step","action");--> statement-breakpoint
CREATE INDEX "epcis_event_source" ON "epcis_event" USING btree ("source_id","first_address");--> statement-breakpoint
CREATE INDEX "epcis_event_subject" ON "epcis_event" USING btree ("subject","kind");--> statement-breakpoint
CREATE INDEX "code_order_gtin_of" ON "code_order" USING btree ("merchant_id","gtin") WHERE gtin is not null;