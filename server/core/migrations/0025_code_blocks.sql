CREATE TABLE "code_block" (
	"order_id" uuid NOT NULL,
	"block" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"activated" integer NOT NULL,
	CONSTRAINT "code_block_order_id_block_pk" PRIMARY KEY("order_id","block")
);
--> statement-breakpoint
ALTER TABLE "activation_batch" ADD COLUMN "blocks" jsonb;--> statement-breakpoint
-- Reads all activations and codes once, about half a minute for ten million, while other processes go on. A batch that an older
-- process activates meanwhile is not counted; its order is then read without the counts, as before.
INSERT INTO "code_block" ("order_id", "block", "merchant_id", "activated")
SELECT c.order_id, (c.serial_no - 1) / 5000, c.merchant_id, count(*) FROM "activation" a JOIN "code" c ON c.address = a.address
GROUP BY 1, 2, 3;
