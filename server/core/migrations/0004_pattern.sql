CREATE TABLE "pattern_block" (
	"order_id" uuid NOT NULL,
	"block" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"scanned" bigint NOT NULL,
	"again" bigint NOT NULL,
	"fresh" bigint NOT NULL,
	"day" date NOT NULL,
	"kinds" integer[] NOT NULL,
	CONSTRAINT "pattern_block_order_id_block_pk" PRIMARY KEY("order_id","block")
);
--> statement-breakpoint
CREATE TABLE "pattern_case" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_serial" integer NOT NULL,
	"last_serial" integer NOT NULL,
	"serials" integer[],
	"facts" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"strength" double precision NOT NULL,
	"closed_strength" double precision,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"marked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pattern_case_kind" CHECK (kind in ('harvest', 'labels', 'early', 'diverted')),
	CONSTRAINT "pattern_case_state" CHECK (state in ('open', 'closed')),
	CONSTRAINT "pattern_case_reason" CHECK ((state = 'closed') = (reason is not null)),
	CONSTRAINT "pattern_case_serials" CHECK (first_serial between 1 and last_serial)
);
--> statement-breakpoint
CREATE TABLE "pattern_mark" (
	"id" integer PRIMARY KEY NOT NULL,
	"counted_to" timestamp with time zone NOT NULL,
	"compared_to" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pattern_block" ADD CONSTRAINT "pattern_block_order" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."code_order"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pattern_case" ADD CONSTRAINT "pattern_case_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pattern_case" ADD CONSTRAINT "pattern_case_order" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."code_order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pattern_block_day" ON "pattern_block" USING btree ("day");--> statement-breakpoint
CREATE INDEX "pattern_case_created" ON "pattern_case" USING btree ("merchant_id","created_at","id","state");--> statement-breakpoint
CREATE INDEX "pattern_case_of_order" ON "pattern_case" USING btree ("order_id","kind");--> statement-breakpoint
CREATE INDEX "pattern_case_closed" ON "pattern_case" USING btree ("updated_at") WHERE state = 'closed';