CREATE TABLE "sync_floor" (
	"merchant_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"seq" bigint NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "sync_floor_merchant_id_entity_pk" PRIMARY KEY("merchant_id","entity")
);
--> statement-breakpoint
CREATE TABLE "sync_op_compact" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"bucket" text NOT NULL,
	"op_ids" uuid[] NOT NULL,
	"record_ids" uuid[] NOT NULL,
	"versions" integer[] NOT NULL,
	"applied" boolean[] NOT NULL,
	CONSTRAINT "sync_op_compact_merchant_id_user_id_bucket_pk" PRIMARY KEY("merchant_id","user_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "sync_op_count" (
	"merchant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "sync_op_count_merchant_id_device_id_pk" PRIMARY KEY("merchant_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "sync_change" ADD COLUMN "at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "sync_change_deleted" ON "sync_change" USING btree ("at") WHERE deleted;--> statement-breakpoint
CREATE INDEX "sync_op_compactable" ON "sync_op" USING btree ("created_at") WHERE status <> 'rejected' and details is null and supersedes is null;