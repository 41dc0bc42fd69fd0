ALTER TABLE "temperature_alarm" ADD COLUMN "side" text DEFAULT 'above' NOT NULL;--> statement-breakpoint
ALTER TABLE "logistic" ADD COLUMN "minlimit" double precision;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "minimum" double precision;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD CONSTRAINT "temperature_alarm_side" CHECK (side in ('above', 'below'));