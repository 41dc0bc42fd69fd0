CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"language" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"hash" "bytea",
	"mails" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_hash_unique" UNIQUE("hash"),
	CONSTRAINT "invitation_role" CHECK (role in ('merchant', 'office', 'field'))
);
--> statement-breakpoint
ALTER TABLE "account" DROP CONSTRAINT "account_role";--> statement-breakpoint
DROP INDEX "session_account";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_email" ON "invitation" USING btree ("merchant_id",lower(email));--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id","created_at");--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_role" CHECK (role in ('merchant', 'office', 'field', 'dealer', 'customerservice', 'admin'));