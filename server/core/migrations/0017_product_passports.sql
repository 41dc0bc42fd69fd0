CREATE TABLE "passport" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passport_of_lot" UNIQUE("merchant_id","sku_id","lot")
);
--> statement-breakpoint
CREATE TABLE "passport_version" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"gtin" char(14) NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"status_index" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "passport_version_number" UNIQUE("merchant_id","sku_id","lot","version"),
	CONSTRAINT "passport_version_status" UNIQUE("merchant_id","status_index"),
	CONSTRAINT "passport_version_positive" CHECK (version > 0),
	CONSTRAINT "passport_version_index" CHECK (status_index >= 0)
);
--> statement-breakpoint
ALTER TABLE "passport" ADD CONSTRAINT "passport_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_version" ADD CONSTRAINT "passport_version_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passport_version_revoked" ON "passport_version" USING btree ("merchant_id") WHERE revoked_at is not null;