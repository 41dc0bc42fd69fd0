ALTER TABLE "sensor_entry" ADD COLUMN "readings" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor_entry" ADD COLUMN "tag" text;