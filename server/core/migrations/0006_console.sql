CREATE TABLE "sku_import" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "sku_import_of_merchant" UNIQUE("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "support_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"plan_id" uuid,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "code_order_created";--> statement-breakpoint
DROP INDEX "sku_created";--> statement-breakpoint
ALTER TABLE "code_order" ADD COLUMN "words" text GENERATED ALWAYS AS (lower(order_id || ' ' || note)) STORED;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "sku" ADD COLUMN "words" text GENERATED ALWAYS AS (lower(name || ' ' || sku)) STORED;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sku_import_created" ON "sku_import" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "support_message_created" ON "support_message" USING btree ("merchant_id","created_at");--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_of_import" FOREIGN KEY ("merchant_id","import_id") REFERENCES "public"."sku_import"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_order_sku" ON "code_order" USING btree ("merchant_id","sku_id");--> statement-breakpoint
CREATE INDEX "sku_name" ON "sku" USING btree ("merchant_id","name","id");--> statement-breakpoint
CREATE INDEX "sku_imported" ON "sku" USING btree ("merchant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "code_order_created" ON "code_order" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sku_created" ON "sku" USING btree ("merchant_id","created_at","id");