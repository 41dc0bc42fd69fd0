CREATE TABLE "binding" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"changed" integer NOT NULL,
	"draft_hash" "bytea" NOT NULL,
	"ver" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "binding_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "binding_quantity" CHECK (quantity > 0 and changed between 0 and quantity)
);
--> statement-breakpoint
CREATE TABLE "bound_product" (
	"order_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"bound" integer NOT NULL,
	"activated" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bound_product_order_id_sku_id_pk" PRIMARY KEY("order_id","sku_id"),
	CONSTRAINT "bound_product_counts" CHECK (activated between 0 and bound)
);
--> statement-breakpoint
CREATE TABLE "code_binding" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"serial_no" integer NOT NULL,
	"sku_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_order" ALTER COLUMN "sku_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "binding" ADD CONSTRAINT "binding_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bound_product" ADD CONSTRAINT "bound_product_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "binding_created" ON "binding" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "binding_of_sku" ON "binding" USING btree ("merchant_id","sku_id");--> statement-breakpoint
CREATE INDEX "bound_product_of_sku" ON "bound_product" USING btree ("merchant_id","sku_id");--> statement-breakpoint
CREATE INDEX "code_binding_of_sku" ON "code_binding" USING btree ("merchant_id","sku_id","order_id","serial_no");--> statement-breakpoint
ALTER TABLE "code_order" ADD CONSTRAINT "code_order_blank" CHECK (sku_id is not null or (gtin is null and not own_serials));