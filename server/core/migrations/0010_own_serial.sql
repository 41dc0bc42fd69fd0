CREATE TABLE "own_serial" (
	"order_id" uuid NOT NULL,
	"serial_no" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"serial" text NOT NULL,
	CONSTRAINT "own_serial_order_id_serial_no_pk" PRIMARY KEY("order_id","serial_no"),
	CONSTRAINT "own_serial_of_product" UNIQUE("merchant_id","serial","sku_id"),
	CONSTRAINT "own_serial_length" CHECK (length(serial) between 1 and 64)
);
--> statement-breakpoint
ALTER TABLE "code_order" DROP CONSTRAINT "code_order_state";--> statement-breakpoint
ALTER TABLE "code_order" ADD COLUMN "own_serials" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "code_order" ADD COLUMN "collected" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "code_order" ADD CONSTRAINT "code_order_collected" CHECK (collected between 0 and quantity);--> statement-breakpoint
ALTER TABLE "code_order" ADD CONSTRAINT "code_order_state" CHECK (state in ('collecting', 'queued', 'running', 'done', 'failed'));