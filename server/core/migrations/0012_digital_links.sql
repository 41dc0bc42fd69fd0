CREATE TABLE "sku_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"type" text NOT NULL,
	"href" text NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_link_place" UNIQUE("merchant_id","sku_id","place")
);
--> statement-breakpoint
ALTER TABLE "code_order" ADD COLUMN "gtin" char(14);--> statement-breakpoint
ALTER TABLE "sku_link" ADD CONSTRAINT "sku_link_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_with_gtin" UNIQUE("merchant_id","id","gtin");--> statement-breakpoint
ALTER TABLE "code_order" ADD CONSTRAINT "code_order_gtin" FOREIGN KEY ("merchant_id","sku_id","gtin") REFERENCES "public"."sku"("merchant_id","id","gtin") ON DELETE no action ON UPDATE no action;