ALTER TABLE "sync_device" ADD COLUMN "sign_in" uuid;--> statement-breakpoint
ALTER TABLE "sync_device" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_device" ADD COLUMN "app" text;--> statement-breakpoint
ALTER TABLE "sync_device" ADD COLUMN "oldest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sync_device" ADD COLUMN "used_bytes" bigint;--> statement-breakpoint
ALTER TABLE "sync_device" ADD COLUMN "quota_bytes" bigint;--> statement-breakpoint
CREATE INDEX "sync_device_seen" ON "sync_device" USING btree ("merchant_id","last_seen");