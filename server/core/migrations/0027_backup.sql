CREATE TABLE "backup_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"name" text,
	"started_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"touched_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp with time zone,
	"step" text,
	"step_done" bigint DEFAULT 0 NOT NULL,
	"step_total" bigint,
	"bytes" bigint,
	"checked_at" timestamp with time zone,
	"reason" text,
	"manifest" jsonb,
	"is_kept" boolean DEFAULT true NOT NULL,
	CONSTRAINT "backup_run_state" CHECK ("backup_run"."state" in ('waiting', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "backup_run_order" ON "backup_run" USING btree ("started_at");