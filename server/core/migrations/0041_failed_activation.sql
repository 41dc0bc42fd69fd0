ALTER TABLE "activation_batch" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "activation_run" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "sku_customized" ON "sku" USING btree ("merchant_id","created_at","id") WHERE (details -> 'customization') is not null;