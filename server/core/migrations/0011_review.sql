CREATE TABLE "review_decision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"before_status" text NOT NULL,
	"before_verified_by" text,
	"before_note" text,
	"status" text NOT NULL,
	"note" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_decision_kind" CHECK (kind in ('business', 'trademark', 'certificate')),
	CONSTRAINT "review_decision_state" CHECK (state in ('waiting', 'told', 'undone', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "business" ADD COLUMN "review_note" text;--> statement-breakpoint
ALTER TABLE "sku_certificate" ADD COLUMN "review_note" text;--> statement-breakpoint
ALTER TABLE "trademark" ADD COLUMN "review_note" text;--> statement-breakpoint
CREATE UNIQUE INDEX "review_decision_waiting" ON "review_decision" USING btree ("subject_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "review_decision_subject" ON "review_decision" USING btree ("subject_id","created_at");