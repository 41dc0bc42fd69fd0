CREATE TABLE "activation_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"next" integer NOT NULL,
	"activated" integer DEFAULT 0 NOT NULL,
	"batch_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"certificates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submission_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "activation_run_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "activation_run_range" CHECK (first between 1 and last and next between first and last + 1)
);
--> statement-breakpoint
CREATE TABLE "host_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"use" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "host_request_once" UNIQUE("merchant_id","use","host"),
	CONSTRAINT "host_request_use" CHECK (use in ('redirect', 'embed')),
	CONSTRAINT "host_request_state" CHECK (state in ('waiting', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"subject" uuid NOT NULL,
	"name" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"bell" boolean NOT NULL,
	"mail_due" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notification_kind" CHECK (kind in ('alert', 'decision', 'recall', 'order'))
);
--> statement-breakpoint
CREATE TABLE "notification_setting" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_entry" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "billing_entry_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "on_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "business" ADD COLUMN "requested_name" text;--> statement-breakpoint
ALTER TABLE "recall" ADD COLUMN "end_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_run_order" ON "activation_run" USING btree ("merchant_id","order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_run_open" ON "activation_run" USING btree ("order_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "activation_run_waiting" ON "activation_run" USING btree ("merchant_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "host_request_created" ON "host_request" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "host_request_state" ON "host_request" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_account" ON "notification" USING btree ("merchant_id","account_id","created_at","id") WHERE bell;--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("merchant_id","account_id") WHERE bell and read_at is null;--> statement-breakpoint
CREATE INDEX "notification_mail" ON "notification" USING btree ("account_id") WHERE mail_due;--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "recall_history" ON "recall" USING btree ("merchant_id","created_at","id");