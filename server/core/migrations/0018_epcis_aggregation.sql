CREATE TABLE "epcis_mark" (
	"type" text PRIMARY KEY NOT NULL,
	"recorded_to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "epcis_event" DROP CONSTRAINT "epcis_event_kind";--> statement-breakpoint
ALTER TABLE "epcis_event" DROP CONSTRAINT "epcis_event_source";--> statement-breakpoint
CREATE INDEX "activation_batch_finished" ON "activation_batch" USING btree ("finished_at") WHERE state = 'done';--> statement-breakpoint
CREATE INDEX "logistic_updated" ON "logistic" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "logistic_log_pulled" ON "logistic_log" USING btree ("pulled_at");--> statement-breakpoint
CREATE INDEX "pack_made" ON "pack" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pack_apart" ON "pack" USING btree ("unpacked_at") WHERE unpacked_at is not null;--> statement-breakpoint
CREATE INDEX "recall_public" ON "recall" USING btree ("public_at");--> statement-breakpoint
CREATE INDEX "recall_ended" ON "recall" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE "epcis_event" ADD CONSTRAINT "epcis_event_kind" CHECK (kind in ('activation', 'shipment', 'delivery', 'log', 'recall', 'recallEnd', 'packing', 'unpacking'));--> statement-breakpoint
ALTER TABLE "epcis_event" ADD CONSTRAINT "epcis_event_source" CHECK (source in ('batch', 'order', 'shipment', 'case', 'pallet'));