CREATE TABLE "brand_host" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"host" text NOT NULL,
	"token" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"is_printed" boolean DEFAULT false NOT NULL,
	"fault" text,
	"found" text DEFAULT '' NOT NULL,
	"checked_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"awaited_until" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_host_of_merchant" UNIQUE("merchant_id","host"),
	CONSTRAINT "brand_host_state" CHECK (state in ('pending', 'active', 'failing')),
	CONSTRAINT "brand_host_is_printed" CHECK (not is_printed or state <> 'pending'),
	CONSTRAINT "brand_host_fault" CHECK ((state = 'failing') = (failing_since is not null) and (state <> 'active' or fault is null)),
	CONSTRAINT "brand_host_letters" CHECK (length(host) between 4 and 64)
);
--> statement-breakpoint
ALTER TABLE "code_order" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "brand_host" ADD CONSTRAINT "brand_host_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "brand_host_proven" ON "brand_host" USING btree ("host") WHERE state <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "brand_host_printed" ON "brand_host" USING btree ("merchant_id") WHERE is_printed;--> statement-breakpoint
CREATE INDEX "brand_host_host" ON "brand_host" USING btree ("host");--> statement-breakpoint
CREATE INDEX "brand_host_due" ON "brand_host" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "code_order_host" ON "code_order" USING btree ("merchant_id","host") WHERE host is not null;