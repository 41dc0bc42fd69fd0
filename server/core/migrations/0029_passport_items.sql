CREATE TABLE "passport_item" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"points" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passport_item" ADD CONSTRAINT "passport_item_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passport_item_of_sku" ON "passport_item" USING btree ("merchant_id","sku_id","updated_at","address");