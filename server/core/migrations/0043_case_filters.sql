DROP INDEX "verdict_case_created";--> statement-breakpoint
CREATE INDEX "verdict_case_created" ON "verdict_case" USING btree ("merchant_id","created_at","id","state","sku_id");