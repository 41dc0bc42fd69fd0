ALTER TABLE "code_opening" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "code_opening" ADD COLUMN "linked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "code_opening" ADD COLUMN "owner" "bytea";--> statement-breakpoint
ALTER TABLE "code_opening" ADD COLUMN "recovery" "bytea";--> statement-breakpoint
ALTER TABLE "opening_total" ADD COLUMN "claimed" integer DEFAULT 0 NOT NULL;