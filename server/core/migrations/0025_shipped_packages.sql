CREATE TABLE "logistic_pack" (
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"pack_id" uuid NOT NULL,
	CONSTRAINT "logistic_pack_logistic_id_pack_id_pk" PRIMARY KEY("logistic_id","pack_id")
);
--> statement-breakpoint
ALTER TABLE "epcis_event" DROP CONSTRAINT "epcis_event_source";--> statement-breakpoint
ALTER TABLE "logistic_pack" ADD CONSTRAINT "logistic_pack_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_pack" ADD CONSTRAINT "logistic_pack_of_merchant" FOREIGN KEY ("merchant_id","pack_id") REFERENCES "public"."pack"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logistic_pack_pack" ON "logistic_pack" USING btree ("pack_id");--> statement-breakpoint
CREATE INDEX "code_binding_recalled" ON "code_binding" USING btree ("sku_id","address");--> statement-breakpoint
ALTER TABLE "epcis_event" ADD CONSTRAINT "epcis_event_source" CHECK (source in ('batch', 'order', 'shipment', 'shippedPacks', 'case', 'pallet', 'recalled'));