CREATE TABLE "code_opening" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"visitor" "bytea",
	"key" "bytea"
);
--> statement-breakpoint
CREATE TABLE "opening_total" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"opened" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_order" ADD COLUMN "has_scratch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "code_opening_age" ON "code_opening" USING btree ("opened_at") WHERE visitor is not null;--> statement-breakpoint
CREATE INDEX "code_order_scratch" ON "code_order" USING btree ("sku_id") WHERE has_scratch;