CREATE UNLOGGED TABLE "sync_touched" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_touched_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"records" uuid[] NOT NULL,
	"versions" integer[] NOT NULL,
	"deleted" boolean NOT NULL
);
--> statement-breakpoint
-- Ids do not compress.
ALTER TABLE "sync_touched" ALTER COLUMN "records" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Room beside each row for its next state: saving an answer then leaves the indexes alone.
ALTER TABLE "submission" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "sync_op" ALTER COLUMN "status" SET NOT NULL;
