CREATE TABLE "audit_seal" (
	"stream" text NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"entries" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"file" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_seal_stream_seq_pk" PRIMARY KEY("stream","seq")
);
--> statement-breakpoint
CREATE TABLE "retention_run" (
	"kind" text PRIMARY KEY NOT NULL,
	"cutoff" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"removed" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "verdict_case_closed" ON "verdict_case" USING btree ("updated_at") WHERE state = 'closed';