ALTER TABLE "session" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "city" text;--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at","stream","seq");