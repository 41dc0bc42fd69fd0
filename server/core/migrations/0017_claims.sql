DROP INDEX "account_email";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "holds_email" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "account_claim" ON "account" USING btree (lower(email),"created_at") WHERE not holds_email;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower(email)) WHERE holds_email;