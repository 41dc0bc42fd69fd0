CREATE TABLE "logistic_report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"sha256" "bytea" NOT NULL,
	"file" "bytea" NOT NULL,
	"language" text NOT NULL,
	"readings" integer NOT NULL,
	"complete" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logistic_report_once" UNIQUE("merchant_id","logistic_id","content_hash")
);
--> statement-breakpoint
ALTER TABLE "anchor_commitment" DROP CONSTRAINT "anchor_commitment_kind";--> statement-breakpoint
DROP INDEX "anchor_commitment_waiting";--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD COLUMN "side" text DEFAULT 'above' NOT NULL;--> statement-breakpoint
ALTER TABLE "logistic" ADD COLUMN "minlimit" double precision;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "minimum" double precision;--> statement-breakpoint
ALTER TABLE "logistic_report" ADD CONSTRAINT "logistic_report_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logistic_report_created" ON "logistic_report" USING btree ("merchant_id","logistic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "anchor_commitment_waiting" ON "anchor_commitment" USING btree ("created_at") WHERE kind in ('batch', 'file') and parent_id is null;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD CONSTRAINT "temperature_alarm_side" CHECK (side in ('above', 'below'));--> statement-breakpoint
ALTER TABLE "anchor_commitment" ADD CONSTRAINT "anchor_commitment_kind" CHECK (kind in ('batch', 'file', 'round', 'epoch'));