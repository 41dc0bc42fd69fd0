ALTER TABLE "temperature_alarm" ADD COLUMN "is_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD COLUMN "mail_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "temperature_alarm_mail" ON "temperature_alarm" USING btree ("merchant_id") WHERE mail_due;--> statement-breakpoint
CREATE INDEX "temperature_alarm_mailed" ON "temperature_alarm" USING btree ("merchant_id","mailed_at") WHERE mailed_at is not null;