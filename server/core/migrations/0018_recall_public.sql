ALTER TABLE "recall" ADD COLUMN "public_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- What was recalled before was public at once. The owner is bound by the table's policies until this; guard.sql binds it again.
ALTER TABLE "recall" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "recall" SET "public_at" = "created_at";
