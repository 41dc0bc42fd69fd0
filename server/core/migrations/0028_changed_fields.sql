ALTER TABLE "sync_op" ADD COLUMN "paths" text[];--> statement-breakpoint
CREATE INDEX "sync_op_changed" ON "sync_op" USING btree ("merchant_id","record_id","seq") WHERE paths is not null;