CREATE TABLE "audit_checkpoint" (
	"stream" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
