CREATE TABLE "log_cosignature" (
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_cosignature_size_witness_pk" PRIMARY KEY("size","witness")
);
--> statement-breakpoint
CREATE TABLE "log_entry" (
	"idx" bigint PRIMARY KEY NOT NULL,
	"commitment_id" uuid NOT NULL,
	"entry" "bytea" NOT NULL,
	CONSTRAINT "log_entry_commitmentId_unique" UNIQUE("commitment_id")
);
--> statement-breakpoint
CREATE TABLE "log_head" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"signature" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_head_root" CHECK (octet_length(root) = 32)
);
--> statement-breakpoint
CREATE TABLE "log_queue" (
	"commitment_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_tile" (
	"level" smallint NOT NULL,
	"idx" bigint NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "log_tile_level_idx_pk" PRIMARY KEY("level","idx"),
	CONSTRAINT "log_tile_hashes" CHECK (octet_length(hashes) % 32 = 0 and octet_length(hashes) between 32 and 8192)
);
--> statement-breakpoint
CREATE TABLE "public_key" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_key_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
ALTER TABLE "payload" ADD COLUMN "rest" "bytea";--> statement-breakpoint
ALTER TABLE "log_cosignature" ADD CONSTRAINT "log_cosignature_size_log_head_size_fk" FOREIGN KEY ("size") REFERENCES "public"."log_head"("size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_queue_order" ON "log_queue" USING btree ("at","commitment_id");