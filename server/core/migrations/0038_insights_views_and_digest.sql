CREATE TABLE "insights_digest" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	"time_zone" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "insights_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"view" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "insights_digest" ADD CONSTRAINT "insights_digest_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights_view" ADD CONSTRAINT "insights_view_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insights_digest_due" ON "insights_digest" USING btree ("due_at") WHERE is_on;--> statement-breakpoint
CREATE UNIQUE INDEX "insights_digest_token" ON "insights_digest" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "insights_view_name" ON "insights_view" USING btree ("merchant_id","account_id",lower("name"));