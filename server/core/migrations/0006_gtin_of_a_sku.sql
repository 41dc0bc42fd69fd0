ALTER TABLE "sku" ADD COLUMN "gtin" char(14);--> statement-breakpoint
CREATE UNIQUE INDEX "sku_gtin_of_merchant" ON "sku" USING btree ("merchant_id","gtin") WHERE active and gtin is not null;--> statement-breakpoint
CREATE INDEX "sku_gtin" ON "sku" USING btree ("gtin") WHERE gtin is not null;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_gtin" CHECK (gtin ~ '^[0-9]{14}$');