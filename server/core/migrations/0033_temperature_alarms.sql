CREATE TABLE "shipment_rule" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"limit" double precision,
	"alarm_minutes" integer NOT NULL,
	"alarm_total_minutes" integer,
	"alarm_mails" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "temperature_alarm" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sensor_id" uuid,
	"logistic_id" uuid,
	"unit" text NOT NULL,
	"limit" double precision NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"peak" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "temperature_alarm_subject" CHECK (num_nonnulls(sensor_id, logistic_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "sensor_due" (
	"sensor_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "alarm_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "alarm_total_minutes" integer;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "alarm_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD CONSTRAINT "temperature_alarm_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD CONSTRAINT "temperature_alarm_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_due" ADD CONSTRAINT "sensor_due_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "temperature_alarm_created" ON "temperature_alarm" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "temperature_alarm_sensor" ON "temperature_alarm" USING btree ("sensor_id","from_at") WHERE sensor_id is not null;--> statement-breakpoint
CREATE INDEX "temperature_alarm_logistic" ON "temperature_alarm" USING btree ("logistic_id","from_at") WHERE logistic_id is not null;