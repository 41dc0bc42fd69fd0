CREATE TABLE "code_mark" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"consumed_at" timestamp with time zone,
	"copied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recall" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"target" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "recall_scope" CHECK (scope in ('order', 'batch', 'sku'))
);
--> statement-breakpoint
CREATE TABLE "verdict_case" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"address" uuid NOT NULL,
	"rule" text,
	"fired" jsonb,
	"level" text NOT NULL,
	"reference" text,
	"report" jsonb,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verdict_case_reference_unique" UNIQUE("reference"),
	CONSTRAINT "verdict_case_kind" CHECK ((rule is null) = (reference is not null)),
	CONSTRAINT "verdict_case_state" CHECK (state in ('open', 'acknowledged', 'closed')),
	CONSTRAINT "verdict_case_reason" CHECK ((state = 'closed') = (reason is not null))
);
--> statement-breakpoint
CREATE TABLE "verdict_setting" (
	"sku_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "scan_address";--> statement-breakpoint
ALTER TABLE "scan" ALTER COLUMN "at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "trail" "bytea";--> statement-breakpoint
ALTER TABLE "verdict_case" ADD CONSTRAINT "verdict_case_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_case" ADD CONSTRAINT "verdict_case_order" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."code_order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_setting" ADD CONSTRAINT "verdict_setting_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_merchant" ON "recall" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "verdict_case_created" ON "verdict_case" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "verdict_case_rule" ON "verdict_case" USING btree ("address","rule");--> statement-breakpoint
CREATE INDEX "scan_address" ON "scan" USING btree ("address","at");