-- Indexes for the lists: each has the columns of an order and of the filters, so that a page and its total are read in the
-- index alone. None is on `code`, `activation` or `scan`. The largest tables here are `audit_entry`, `submission` and `logistic`:
-- an index of a million rows takes about a second, in which rows of that table cannot be written.
CREATE TABLE "code_total" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"generated" bigint NOT NULL,
	"activated" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "activation_batch_created";--> statement-breakpoint
DROP INDEX "billing_entry_merchant";--> statement-breakpoint
DROP INDEX "audit_entry_merchant";--> statement-breakpoint
DROP INDEX "logistic_created";--> statement-breakpoint
DROP INDEX "upload_merchant";--> statement-breakpoint
DROP INDEX "code_order_created";--> statement-breakpoint
DROP INDEX "sku_created";--> statement-breakpoint
DROP INDEX "sku_name";--> statement-breakpoint
DROP INDEX "sku_import_created";--> statement-breakpoint
DROP INDEX "submission_created";--> statement-breakpoint
DROP INDEX "recall_merchant";--> statement-breakpoint
DROP INDEX "verdict_case_created";--> statement-breakpoint
CREATE INDEX "billing_entry_created" ON "billing_entry" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_id","at","stream","seq");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","at","stream","seq");--> statement-breakpoint
CREATE INDEX "logistic_identifier" ON "logistic" USING btree ("merchant_id","identifier","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_recipient" ON "logistic" USING btree ("merchant_id","recipient","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_quantity" ON "logistic" USING btree ("merchant_id","quantity","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_shipped" ON "logistic" USING btree ("merchant_id","shipped_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_delivered" ON "logistic" USING btree ("merchant_id","delivered_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "upload_name" ON "upload" USING btree ("merchant_id","private","name","id","mime");--> statement-breakpoint
CREATE INDEX "upload_ext" ON "upload" USING btree ("merchant_id","private","ext","id","mime");--> statement-breakpoint
CREATE INDEX "code_order_number" ON "code_order" USING btree ("merchant_id","order_id","id","state");--> statement-breakpoint
CREATE INDEX "code_order_quantity" ON "code_order" USING btree ("merchant_id","quantity","id","state");--> statement-breakpoint
CREATE INDEX "sku_code" ON "sku" USING btree ("merchant_id","sku","id","active");--> statement-breakpoint
CREATE INDEX "sku_all_created" ON "sku" USING btree ("created_at","id","active");--> statement-breakpoint
CREATE INDEX "sku_all_name" ON "sku" USING btree ("name","id","active");--> statement-breakpoint
CREATE INDEX "sku_all_code" ON "sku" USING btree ("sku","id","active");--> statement-breakpoint
CREATE INDEX "submission_date" ON "submission" USING btree ("merchant_id","date","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "submission_custom_id" ON "submission" USING btree ("merchant_id","custom_id","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "activation_batch_created" ON "activation_batch" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_entry_merchant" ON "billing_entry" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_merchant" ON "audit_entry" USING btree ("merchant_id","at","stream","seq");--> statement-breakpoint
CREATE INDEX "logistic_created" ON "logistic" USING btree ("merchant_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "upload_merchant" ON "upload" USING btree ("merchant_id","private","created_at","id","mime");--> statement-breakpoint
CREATE INDEX "code_order_created" ON "code_order" USING btree ("merchant_id","created_at","id","state","generated");--> statement-breakpoint
CREATE INDEX "sku_created" ON "sku" USING btree ("merchant_id","created_at","id","active");--> statement-breakpoint
CREATE INDEX "sku_name" ON "sku" USING btree ("merchant_id","name","id","active");--> statement-breakpoint
CREATE INDEX "sku_import_created" ON "sku_import" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "submission_created" ON "submission" USING btree ("merchant_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "recall_merchant" ON "recall" USING btree ("merchant_id","created_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "verdict_case_created" ON "verdict_case" USING btree ("merchant_id","created_at","id","state");