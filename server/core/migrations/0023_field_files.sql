ALTER TABLE "sync_blob" ADD COLUMN "ext" text;--> statement-breakpoint
ALTER TABLE "sync_blob" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "sync_blob" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sync_blob_shared" ON "sync_blob" USING btree ("content_hash") WHERE is_shared;