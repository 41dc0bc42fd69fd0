CREATE TABLE "merchant_seq" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_blob" (
	"merchant_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"file" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_blob_merchant_id_sha256_pk" PRIMARY KEY("merchant_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "sync_blob_chunk" (
	"merchant_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"start" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "sync_blob_chunk_merchant_id_sha256_start_pk" PRIMARY KEY("merchant_id","sha256","start")
);
--> statement-breakpoint
CREATE TABLE "sync_change" (
	"merchant_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"ver" integer NOT NULL,
	"deleted" boolean NOT NULL,
	CONSTRAINT "sync_change_merchant_id_entity_record_id_pk" PRIMARY KEY("merchant_id","entity","record_id")
);
--> statement-breakpoint
CREATE TABLE "sync_device" (
	"merchant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"max_n" bigint NOT NULL,
	"pending" integer NOT NULL,
	"discarded" integer NOT NULL,
	"last_seen" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_device_merchant_id_device_id_pk" PRIMARY KEY("merchant_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "sync_op" (
	"merchant_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"device_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"supersedes" uuid,
	"status" text,
	"ver" integer,
	"seq" bigint,
	"code" text,
	"message" text,
	"details" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_op_merchant_id_op_id_pk" PRIMARY KEY("merchant_id","op_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sync_change_seq" ON "sync_change" USING btree ("merchant_id","seq","entity","record_id");--> statement-breakpoint
CREATE INDEX "sync_op_supersedes" ON "sync_op" USING btree ("merchant_id","supersedes") WHERE supersedes is not null;--> statement-breakpoint
CREATE INDEX "sync_op_device" ON "sync_op" USING btree ("merchant_id","device_id","n");