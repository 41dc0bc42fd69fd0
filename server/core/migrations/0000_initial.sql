-- Generated from the tables, with additions that drizzle-kit cannot generate: sync_touched is unlogged, scan and recent_visits are
-- partitioned, the type "char" is quoted once, and the statements at the end.
CREATE TABLE "activation" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"idx" integer NOT NULL,
	CONSTRAINT "activation_leaf" UNIQUE("batch_id","idx")
);
--> statement-breakpoint
CREATE TABLE "activation_batch" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"addresses" uuid[] NOT NULL,
	"blocks" jsonb,
	"certificates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submission_id" uuid,
	"failure" text,
	"ver" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "activation_batch_identifier" UNIQUE("merchant_id","identifier"),
	CONSTRAINT "activation_batch_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "activation_batch_quantity" CHECK (quantity > 0 and quantity = cardinality(addresses))
);
--> statement-breakpoint
CREATE TABLE "activation_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"next" integer NOT NULL,
	"activated" integer DEFAULT 0 NOT NULL,
	"batch_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"certificates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submission_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "activation_run_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "activation_run_range" CHECK (first between 1 and last and next between first and last + 1)
);
--> statement-breakpoint
CREATE TABLE "payload" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"rest" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payload_of_batch" UNIQUE("batch_id","sku_id"),
	CONSTRAINT "payload_size" CHECK (octet_length(bytes) between 1 and 1023),
	CONSTRAINT "payload_digest" CHECK (digest = sha256(bytes))
);
--> statement-breakpoint
CREATE TABLE "shipment_rule" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"limit" double precision,
	"alarm_minutes" integer NOT NULL,
	"alarm_total_minutes" integer,
	"alarm_mails" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "temperature_alarm" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sensor_id" uuid,
	"logistic_id" uuid,
	"unit" text NOT NULL,
	"side" text DEFAULT 'above' NOT NULL,
	"limit" double precision NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"peak" double precision NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"mail_due" boolean DEFAULT false NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "temperature_alarm_side" CHECK (side in ('above', 'below')),
	CONSTRAINT "temperature_alarm_subject" CHECK (num_nonnulls(sensor_id, logistic_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "anchor_alert" (
	"chain" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_alert_chain_kind_pk" PRIMARY KEY("chain","kind")
);
--> statement-breakpoint
CREATE TABLE "anchor_attempt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"txid" text NOT NULL,
	"kind" text DEFAULT 'anchor' NOT NULL,
	"raw" text NOT NULL,
	"fee" bigint NOT NULL,
	"rate" integer,
	"deadline" bigint,
	"signed_at" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_attempt_txid_unique" UNIQUE("txid")
);
--> statement-breakpoint
CREATE TABLE "anchor_chain" (
	"chain" text PRIMARY KEY NOT NULL,
	"network" text,
	"report" jsonb,
	"reported_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "anchor_coin" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"value" bigint NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "anchor_commitment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"batch_id" uuid,
	"merchant_id" uuid,
	"root" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"levels" "bytea" NOT NULL,
	"parent_id" uuid,
	"parent_idx" integer,
	"suffix" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_commitment_batchId_unique" UNIQUE("batch_id"),
	CONSTRAINT "anchor_commitment_root_unique" UNIQUE("root"),
	CONSTRAINT "anchor_commitment_root" CHECK (octet_length(root) = 32),
	CONSTRAINT "anchor_commitment_kind" CHECK (kind in ('batch', 'file', 'round', 'epoch'))
);
--> statement-breakpoint
CREATE TABLE "anchor_job" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"commitment_id" uuid NOT NULL,
	"chain" text NOT NULL,
	"network" text,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"input_outpoint" text,
	"input_value" bigint,
	"winner" text,
	"height" integer,
	"block_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_job_once" UNIQUE("commitment_id","chain"),
	CONSTRAINT "anchor_job_state" CHECK (state in ('QUEUED', 'SENT', 'MINED', 'FINAL', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "chain_block" (
	"chain" text NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_block_chain_height_pk" PRIMARY KEY("chain","height")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoint" (
	"stream" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "billing_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "billing_entry_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"merchant_id" uuid NOT NULL,
	"plan_id" uuid,
	"kind" text NOT NULL,
	"codes" integer NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"price_create" numeric,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"delta" bigint NOT NULL,
	"order_id" uuid,
	"billing_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_order_once" UNIQUE("kind","order_id"),
	CONSTRAINT "ledger_billing_once" UNIQUE("kind","billing_id"),
	CONSTRAINT "ledger_kind" CHECK (kind in ('grant', 'trial', 'order', 'refund'))
);
--> statement-breakpoint
CREATE TABLE "plan" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"price" numeric,
	"promo_price" numeric,
	"codes" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"validity" integer NOT NULL,
	"validity_unit" text NOT NULL,
	"on_approval" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_codes" CHECK (codes > 0),
	CONSTRAINT "plan_validity" CHECK (validity > 0)
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"remaining" bigint DEFAULT 0 NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"trial" boolean DEFAULT false NOT NULL,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"first_billed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "wallet_remaining" CHECK (remaining >= 0),
	CONSTRAINT "wallet_used" CHECK (used >= 0)
);
--> statement-breakpoint
CREATE TABLE "business" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"registration_no" text NOT NULL,
	"details" jsonb NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"verified_by" text,
	"review_note" text,
	"requested_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_merchantId_unique" UNIQUE("merchant_id")
);
--> statement-breakpoint
CREATE TABLE "merchant_key" (
	"merchant_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "merchant_key_merchant_id_key_pk" PRIMARY KEY("merchant_id","key"),
	CONSTRAINT "merchant_key_bytes" CHECK (octet_length(key) = 32 and octet_length(signature) = 64)
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"stream" text NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"merchant_id" uuid,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_entry_stream_seq_pk" PRIMARY KEY("stream","seq")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"actor_id" uuid NOT NULL,
	"key" text NOT NULL,
	"merchant_id" uuid,
	"route" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_actor_id_key_pk" PRIMARY KEY("actor_id","key")
);
--> statement-breakpoint
CREATE TABLE "mail_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"unsubscribe_url" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_message_state" CHECK (state in ('queued', 'sent', 'kept', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "quota_count" (
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"use" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "host_request_once" UNIQUE("merchant_id","use","host"),
	CONSTRAINT "host_request_use" CHECK (use in ('redirect', 'embed')),
	CONSTRAINT "host_request_state" CHECK (state in ('waiting', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "form" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"ver" integer DEFAULT 1 NOT NULL,
	"draft_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "form_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "form_revision_counts" CHECK (revision > 0)
);
--> statement-breakpoint
CREATE TABLE "form_part" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"datatype" text,
	CONSTRAINT "form_part_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "form_revision" (
	"merchant_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"structure" jsonb NOT NULL,
	"form_ver" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_revision_merchant_id_form_id_revision_pk" PRIMARY KEY("merchant_id","form_id","revision")
);
--> statement-breakpoint
CREATE TABLE "weekly_summary" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	"time_zone" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "insights_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"view" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_day" (
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"day" date NOT NULL,
	"verify" integer[] NOT NULL,
	"redirect" integer[] NOT NULL,
	"systems" bigint[] NOT NULL,
	"slot_systems" bigint[] NOT NULL,
	CONSTRAINT "scan_day_merchant_id_sku_id_day_pk" PRIMARY KEY("merchant_id","sku_id","day")
);
--> statement-breakpoint
CREATE TABLE "scan_place_month" (
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"month" date NOT NULL,
	"bucket" smallint NOT NULL,
	"totals" bigint[] NOT NULL,
	"suspicious" bigint[] NOT NULL,
	"scans" "bytea" NOT NULL,
	CONSTRAINT "scan_place_month_merchant_id_sku_id_month_bucket_pk" PRIMARY KEY("merchant_id","sku_id","month","bucket")
);
--> statement-breakpoint
CREATE TABLE "scan_sums_mark" (
	"id" integer PRIMARY KEY NOT NULL,
	"counted_to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logistic" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"recipient" text NOT NULL,
	"note" text NOT NULL,
	"quantity" integer NOT NULL,
	"manufacturer_id" text,
	"minlimit" double precision,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"logging_ended_at" timestamp with time zone,
	"ver" integer DEFAULT 1 NOT NULL,
	"draft_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "logistic_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "logistic_quantity" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "logistic_claim" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"address" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logistic_claim_kind" CHECK (kind in ('arrived', 'endSensorLogging'))
);
--> statement-breakpoint
CREATE TABLE "logistic_item" (
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"address" uuid NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "logistic_item_logistic_id_address_pk" PRIMARY KEY("logistic_id","address")
);
--> statement-breakpoint
CREATE TABLE "logistic_log" (
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid PRIMARY KEY NOT NULL,
	"tag" text,
	"started_at" timestamp with time zone,
	"maxlimit" double precision,
	"pulled_at" timestamp with time zone,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_pull_at" timestamp with time zone DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "logistic_reading" (
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"temp" double precision NOT NULL,
	CONSTRAINT "logistic_reading_logistic_id_at_pk" PRIMARY KEY("logistic_id","at")
);
--> statement-breakpoint
CREATE TABLE "logistic_report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"sha256" "bytea" NOT NULL,
	"file" "bytea" NOT NULL,
	"language" text NOT NULL,
	"readings" integer NOT NULL,
	"complete" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logistic_report_once" UNIQUE("merchant_id","logistic_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"hash" text PRIMARY KEY NOT NULL,
	"ext" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"content_hash" text NOT NULL,
	"private" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"ext" text NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"private" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"subject" uuid NOT NULL,
	"name" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"bell" boolean NOT NULL,
	"mail_due" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notification_kind" CHECK (kind in ('alert', 'decision', 'recall', 'order'))
);
--> statement-breakpoint
CREATE TABLE "notification_setting" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"serial_no" integer NOT NULL,
	CONSTRAINT "code_serial" UNIQUE("order_id","serial_no")
);
--> statement-breakpoint
CREATE TABLE "code_block" (
	"order_id" uuid NOT NULL,
	"block" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"activated" integer NOT NULL,
	CONSTRAINT "code_block_order_id_block_pk" PRIMARY KEY("order_id","block")
);
--> statement-breakpoint
CREATE TABLE "code_order" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"sku_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"prefix" "bytea" NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"generated" integer DEFAULT 0 NOT NULL,
	"activated" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"words" text GENERATED ALWAYS AS (lower(order_id || ' ' || note)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "code_order_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "code_order_prefix_unique" UNIQUE("prefix"),
	CONSTRAINT "code_order_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "code_order_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "code_order_quantity" CHECK (quantity > 0),
	CONSTRAINT "code_order_generated" CHECK (generated between 0 and quantity),
	CONSTRAINT "code_order_activated" CHECK (activated between 0 and generated),
	CONSTRAINT "code_order_prefix" CHECK (octet_length(prefix) = 5)
);
--> statement-breakpoint
CREATE TABLE "code_total" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"generated" bigint NOT NULL,
	"activated" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_run" (
	"kind" text PRIMARY KEY NOT NULL,
	"cutoff" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"removed" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_decision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"before_status" text NOT NULL,
	"before_verified_by" text,
	"before_note" text,
	"status" text NOT NULL,
	"note" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_decision_kind" CHECK (kind in ('business', 'trademark', 'certificate')),
	CONSTRAINT "review_decision_state" CHECK (state in ('waiting', 'dispatched', 'undone', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "sensor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"model" text NOT NULL,
	"type" text NOT NULL,
	"unit" text NOT NULL,
	"location" text NOT NULL,
	"threshold" double precision,
	"minimum" double precision,
	"alarm_minutes" integer DEFAULT 0 NOT NULL,
	"alarm_total_minutes" integer,
	"alarm_mails" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "sensor_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "sensor_unit" CHECK ((type, unit) in (('temperature', '°C'), ('temperature', '°F'), ('humidity', '%RH'), ('light', 'lux'), ('vibration', 'g')))
);
--> statement-breakpoint
CREATE TABLE "sensor_due" (
	"sensor_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensor_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"readings" integer DEFAULT 1 NOT NULL,
	"tag" text,
	"ver" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensor_hour" (
	"sensor_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"n" integer NOT NULL,
	"sum" double precision NOT NULL,
	"min" double precision NOT NULL,
	"min_at" timestamp with time zone NOT NULL,
	"max" double precision NOT NULL,
	"max_at" timestamp with time zone NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"kinetic" double precision,
	CONSTRAINT "sensor_hour_sensor_id_hour_pk" PRIMARY KEY("sensor_id","hour")
);
--> statement-breakpoint
CREATE TABLE "sensor_reading" (
	"at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"sensor_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	CONSTRAINT "sensor_reading_sensor_id_at_pk" PRIMARY KEY("sensor_id","at")
);
--> statement-breakpoint
CREATE TABLE "sku" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"trademark_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"details" jsonb NOT NULL,
	"import_id" uuid,
	"words" text GENERATED ALWAYS AS (lower(name || ' ' || sku)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "sku_code_of_merchant" UNIQUE("merchant_id","sku")
);
--> statement-breakpoint
CREATE TABLE "sku_certificate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"ext" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"status" text DEFAULT 'Pending Approval' NOT NULL,
	"review_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_certificate_status" CHECK (status in ('Pending Approval', 'Approved', 'Rejected', 'Request Changes'))
);
--> statement-breakpoint
CREATE TABLE "sku_import" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "sku_import_of_merchant" UNIQUE("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "submission" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"form_revision" integer NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"custom_id" text NOT NULL,
	"ver" integer DEFAULT 1 NOT NULL,
	"draft_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "submission_of_merchant" UNIQUE("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "submission_answer" (
	"merchant_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"value" text NOT NULL,
	"version" integer NOT NULL,
	"others" jsonb NOT NULL,
	"is_unique" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submission_answer_submission_id_question_id_pk" PRIMARY KEY("submission_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "submission_range" (
	"merchant_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"sensor_id" uuid NOT NULL,
	"start_time" timestamp with time zone,
	"end_time" timestamp with time zone,
	"version" integer NOT NULL,
	"others" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submission_range_submission_id_section_id_sensor_id_pk" PRIMARY KEY("submission_id","section_id","sensor_id"),
	CONSTRAINT "submission_range_order" CHECK (start_time < end_time)
);
--> statement-breakpoint
CREATE TABLE "support_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"plan_id" uuid,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
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
	"at" timestamp with time zone DEFAULT now() NOT NULL,
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
CREATE TABLE "sync_floor" (
	"merchant_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"seq" bigint NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "sync_floor_merchant_id_entity_pk" PRIMARY KEY("merchant_id","entity")
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
	"status" text NOT NULL,
	"ver" integer,
	"seq" bigint,
	"code" text,
	"message" text,
	"details" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_op_merchant_id_op_id_pk" PRIMARY KEY("merchant_id","op_id")
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
CREATE UNLOGGED TABLE "sync_touched" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_touched_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"records" uuid[] NOT NULL,
	"versions" integer[] NOT NULL,
	"deleted" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trademark" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"registration_name" text NOT NULL,
	"registration_no" text NOT NULL,
	"applicant_name" text NOT NULL,
	"applicant_address" text NOT NULL,
	"country" text NOT NULL,
	"status" text DEFAULT 'Pending Approval' NOT NULL,
	"details" jsonb NOT NULL,
	"verified_by" text,
	"review_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trademark_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "trademark_status" CHECK (status in ('Pending Approval', 'Approved', 'Rejected', 'Request Changes'))
);
--> statement-breakpoint
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
CREATE TABLE "log_problem" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_problem_single" CHECK ("log_problem"."single")
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
CREATE TABLE "code_mark" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"consumed_at" timestamp with time zone,
	"copied_at" timestamp with time zone,
	"warned" jsonb,
	"cleared" jsonb
);
--> statement-breakpoint
CREATE TABLE "recall" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"target" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"public_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "recall_scope" CHECK (scope in ('order', 'batch', 'sku'))
);
--> statement-breakpoint
CREATE TABLE "verdict_case" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"address" uuid NOT NULL,
	"rule" text,
	"fired" jsonb,
	"level" text NOT NULL,
	"reference" text,
	"report" jsonb,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verdict_case_reference_unique" UNIQUE("reference"),
	CONSTRAINT "verdict_case_kind" CHECK ((rule is null) = (reference is not null)),
	CONSTRAINT "verdict_case_state" CHECK (state in ('open', 'acknowledged', 'closed')),
	CONSTRAINT "verdict_case_reason" CHECK ((state = 'closed') = (reason is not null))
);
--> statement-breakpoint
CREATE TABLE "verdict_setting" (
	"sku_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_visits" (
	"address" uuid PRIMARY KEY NOT NULL,
	"visit_log" "bytea",
	"visits" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_salt" (
	"day" integer PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recent_run" (
	"run" smallint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recent_visits" (
	"run" smallint NOT NULL,
	"address" uuid NOT NULL,
	"visit_log" "bytea",
	"visits" "bytea" NOT NULL,
	CONSTRAINT "recent_visits_address_run_pk" PRIMARY KEY("address","run")
) PARTITION BY LIST ("run");
--> statement-breakpoint
CREATE TABLE "scan" (
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"visitor" bigint NOT NULL,
	"place_id" integer NOT NULL,
	"os" smallint NOT NULL,
	"kind" "char" NOT NULL,
	"verdict" "char" NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"address" uuid NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "scan_place" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"region" text NOT NULL,
	"city" text NOT NULL,
	"lat" real,
	"lng" real
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid,
	"role" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"holds_email" boolean DEFAULT true NOT NULL,
	"password_hash" text NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"language" text DEFAULT 'enUS' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_role" CHECK (role in ('merchant', 'dealer', 'customerservice', 'admin')),
	CONSTRAINT "account_merchant_of_role" CHECK ((role = 'admin') = (merchant_id is null))
);
--> statement-breakpoint
CREATE TABLE "account_token" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"features" text[] DEFAULT '{}' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"family" uuid NOT NULL,
	"keep" boolean NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"country" text,
	"city" text,
	"expires_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "domain_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domain_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"subject" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_by" text[] DEFAULT '{}' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activation_batch" ADD CONSTRAINT "activation_batch_submission" FOREIGN KEY ("merchant_id","submission_id") REFERENCES "public"."submission"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payload" ADD CONSTRAINT "payload_batch_id_activation_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."activation_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payload" ADD CONSTRAINT "payload_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD CONSTRAINT "temperature_alarm_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_alarm" ADD CONSTRAINT "temperature_alarm_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_attempt" ADD CONSTRAINT "anchor_attempt_job_id_anchor_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."anchor_job"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_job" ADD CONSTRAINT "anchor_job_commitment_id_anchor_commitment_id_fk" FOREIGN KEY ("commitment_id") REFERENCES "public"."anchor_commitment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entry" ADD CONSTRAINT "billing_entry_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_part" ADD CONSTRAINT "form_part_form" FOREIGN KEY ("merchant_id","form_id") REFERENCES "public"."form"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_revision" ADD CONSTRAINT "form_revision_form" FOREIGN KEY ("merchant_id","form_id") REFERENCES "public"."form"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_summary" ADD CONSTRAINT "weekly_summary_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights_view" ADD CONSTRAINT "insights_view_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_claim" ADD CONSTRAINT "logistic_claim_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_item" ADD CONSTRAINT "logistic_item_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_log" ADD CONSTRAINT "logistic_log_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_reading" ADD CONSTRAINT "logistic_reading_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_report" ADD CONSTRAINT "logistic_report_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_hash_stored_file_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."stored_file"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_order" ADD CONSTRAINT "code_order_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_due" ADD CONSTRAINT "sensor_due_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_entry" ADD CONSTRAINT "sensor_entry_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_hour" ADD CONSTRAINT "sensor_hour_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_trademark" FOREIGN KEY ("merchant_id","trademark_id") REFERENCES "public"."trademark"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_of_import" FOREIGN KEY ("merchant_id","import_id") REFERENCES "public"."sku_import"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_certificate" ADD CONSTRAINT "sku_certificate_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_cosignature" ADD CONSTRAINT "log_cosignature_size_log_head_size_fk" FOREIGN KEY ("size") REFERENCES "public"."log_head"("size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_case" ADD CONSTRAINT "verdict_case_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_case" ADD CONSTRAINT "verdict_case_order" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."code_order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_setting" ADD CONSTRAINT "verdict_setting_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_batch_created" ON "activation_batch" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activation_batch_open" ON "activation_batch" USING btree ("merchant_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "activation_run_order" ON "activation_run" USING btree ("merchant_id","order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_run_open" ON "activation_run" USING btree ("order_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "activation_run_waiting" ON "activation_run" USING btree ("merchant_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "temperature_alarm_created" ON "temperature_alarm" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "temperature_alarm_open" ON "temperature_alarm" USING btree ("merchant_id") WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "temperature_alarm_mail" ON "temperature_alarm" USING btree ("merchant_id") WHERE mail_due;--> statement-breakpoint
CREATE INDEX "temperature_alarm_mailed" ON "temperature_alarm" USING btree ("merchant_id","mailed_at") WHERE mailed_at is not null;--> statement-breakpoint
CREATE INDEX "temperature_alarm_sensor" ON "temperature_alarm" USING btree ("sensor_id","from_at") WHERE sensor_id is not null;--> statement-breakpoint
CREATE INDEX "temperature_alarm_logistic" ON "temperature_alarm" USING btree ("logistic_id","from_at") WHERE logistic_id is not null;--> statement-breakpoint
CREATE INDEX "anchor_attempt_job" ON "anchor_attempt" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "anchor_commitment_parent" ON "anchor_commitment" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "anchor_commitment_epoch" ON "anchor_commitment" USING btree ("created_at") WHERE kind = 'epoch';--> statement-breakpoint
CREATE INDEX "anchor_commitment_waiting" ON "anchor_commitment" USING btree ("created_at") WHERE kind in ('batch', 'file') and parent_id is null;--> statement-breakpoint
CREATE INDEX "anchor_commitment_round" ON "anchor_commitment" USING btree ("created_at") WHERE kind = 'round' and parent_id is null;--> statement-breakpoint
CREATE INDEX "anchor_job_open" ON "anchor_job" USING btree ("chain","created_at") WHERE state in ('QUEUED', 'SENT', 'MINED');--> statement-breakpoint
CREATE INDEX "billing_entry_merchant" ON "billing_entry" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_entry_created" ON "billing_entry" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_merchant" ON "ledger_entry" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at","stream","seq");--> statement-breakpoint
CREATE INDEX "audit_entry_merchant" ON "audit_entry" USING btree ("merchant_id","at","stream","seq");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_id","at","stream","seq");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","at","stream","seq");--> statement-breakpoint
CREATE INDEX "audit_entry_reference" ON "audit_entry" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_message_created" ON "mail_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "quota_count_name" ON "quota_count" USING btree ("merchant_id","name");--> statement-breakpoint
CREATE INDEX "host_request_created" ON "host_request" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "host_request_state" ON "host_request" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "form_created" ON "form" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "weekly_summary_due" ON "weekly_summary" USING btree ("due_at") WHERE is_on;--> statement-breakpoint
CREATE UNIQUE INDEX "weekly_summary_token" ON "weekly_summary" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "insights_view_name" ON "insights_view" USING btree ("merchant_id","account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "logistic_created" ON "logistic" USING btree ("merchant_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_identifier" ON "logistic" USING btree ("merchant_id","identifier","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_recipient" ON "logistic" USING btree ("merchant_id","recipient","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_quantity" ON "logistic" USING btree ("merchant_id","quantity","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_shipped" ON "logistic" USING btree ("merchant_id","shipped_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_tag" ON "logistic" USING btree ("merchant_id","manufacturer_id") WHERE manufacturer_id is not null;--> statement-breakpoint
CREATE INDEX "logistic_delivered" ON "logistic" USING btree ("merchant_id","delivered_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "logistic_claim_logistic" ON "logistic_claim" USING btree ("merchant_id","logistic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "logistic_item_open" ON "logistic_item" USING btree ("address") WHERE is_open;--> statement-breakpoint
CREATE INDEX "logistic_item_address" ON "logistic_item" USING btree ("address");--> statement-breakpoint
CREATE INDEX "logistic_log_due" ON "logistic_log" USING btree ("next_pull_at") WHERE next_pull_at is not null;--> statement-breakpoint
CREATE INDEX "logistic_report_created" ON "logistic_report" USING btree ("merchant_id","logistic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "upload_merchant" ON "upload" USING btree ("merchant_id","private","created_at","id","mime");--> statement-breakpoint
CREATE INDEX "upload_name" ON "upload" USING btree ("merchant_id","private","name","id","mime");--> statement-breakpoint
CREATE INDEX "upload_ext" ON "upload" USING btree ("merchant_id","private","ext","id","mime");--> statement-breakpoint
CREATE INDEX "upload_hash" ON "upload" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "notification_account" ON "notification" USING btree ("merchant_id","account_id","created_at","id") WHERE bell;--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("merchant_id","account_id") WHERE bell and read_at is null;--> statement-breakpoint
CREATE INDEX "notification_mail" ON "notification" USING btree ("account_id") WHERE mail_due;--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "code_order_created" ON "code_order" USING btree ("merchant_id","created_at","id","state","generated");--> statement-breakpoint
CREATE INDEX "code_order_number" ON "code_order" USING btree ("merchant_id","order_id","id","state");--> statement-breakpoint
CREATE INDEX "code_order_quantity" ON "code_order" USING btree ("merchant_id","quantity","id","state");--> statement-breakpoint
CREATE INDEX "code_order_sku" ON "code_order" USING btree ("merchant_id","sku_id");--> statement-breakpoint
CREATE INDEX "code_order_open" ON "code_order" USING btree ("merchant_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "review_decision_waiting" ON "review_decision" USING btree ("subject_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "review_decision_subject" ON "review_decision" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "sensor_created" ON "sensor" USING btree ("merchant_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "sensor_entry_created" ON "sensor_entry" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sku_created" ON "sku" USING btree ("merchant_id","created_at","id","active");--> statement-breakpoint
CREATE INDEX "sku_name" ON "sku" USING btree ("merchant_id","name","id","active");--> statement-breakpoint
CREATE INDEX "sku_code" ON "sku" USING btree ("merchant_id","sku","id","active");--> statement-breakpoint
CREATE INDEX "sku_all_created" ON "sku" USING btree ("created_at","id","active");--> statement-breakpoint
CREATE INDEX "sku_all_name" ON "sku" USING btree ("name","id","active");--> statement-breakpoint
CREATE INDEX "sku_all_code" ON "sku" USING btree ("sku","id","active");--> statement-breakpoint
CREATE INDEX "sku_customized" ON "sku" USING btree ("merchant_id","created_at","id") WHERE (details -> 'customization') is not null;--> statement-breakpoint
CREATE INDEX "sku_imported" ON "sku" USING btree ("merchant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "sku_certificate_sku" ON "sku_certificate" USING btree ("merchant_id","sku_id");--> statement-breakpoint
CREATE INDEX "sku_import_created" ON "sku_import" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "submission_created" ON "submission" USING btree ("merchant_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "submission_date" ON "submission" USING btree ("merchant_id","date","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "submission_custom_id" ON "submission" USING btree ("merchant_id","custom_id","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "submission_form" ON "submission" USING btree ("merchant_id","form_id","form_revision");--> statement-breakpoint
CREATE UNIQUE INDEX "submission_answer_unique" ON "submission_answer" USING btree ("merchant_id","question_id","value") WHERE is_unique;--> statement-breakpoint
CREATE INDEX "support_message_created" ON "support_message" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_change_seq" ON "sync_change" USING btree ("merchant_id","seq","entity","record_id");--> statement-breakpoint
CREATE INDEX "sync_change_deleted" ON "sync_change" USING btree ("at") WHERE deleted;--> statement-breakpoint
CREATE INDEX "sync_op_supersedes" ON "sync_op" USING btree ("merchant_id","supersedes") WHERE supersedes is not null;--> statement-breakpoint
CREATE INDEX "sync_op_device" ON "sync_op" USING btree ("merchant_id","device_id","n");--> statement-breakpoint
CREATE INDEX "sync_op_compactable" ON "sync_op" USING btree ("created_at") WHERE status <> 'rejected' and details is null and supersedes is null;--> statement-breakpoint
CREATE INDEX "trademark_created" ON "trademark" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "log_queue_order" ON "log_queue" USING btree ("at","commitment_id");--> statement-breakpoint
CREATE INDEX "recall_history" ON "recall" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "recall_merchant" ON "recall" USING btree ("merchant_id","created_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recall_open" ON "recall" USING btree ("merchant_id","scope","target") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "verdict_case_created" ON "verdict_case" USING btree ("merchant_id","created_at","id","state","sku_id");--> statement-breakpoint
CREATE INDEX "verdict_case_closed" ON "verdict_case" USING btree ("updated_at") WHERE state = 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX "verdict_case_rule" ON "verdict_case" USING btree ("address","rule");--> statement-breakpoint
CREATE INDEX "scan_at" ON "scan" USING brin ("at","address" uuid_bloom_ops(n_distinct_per_range=-0.3)) WITH (pages_per_range=16,autosummarize=true);--> statement-breakpoint
CREATE UNIQUE INDEX "scan_place_unique" ON "scan_place" USING btree ("city","region","country",coalesce("lat", 'NaN'),coalesce("lng", 'NaN'));--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower(email)) WHERE holds_email;--> statement-breakpoint
CREATE INDEX "account_claim" ON "account" USING btree (lower(email),"created_at") WHERE not holds_email;--> statement-breakpoint
CREATE INDEX "account_merchant" ON "account" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "account_token_account" ON "account_token" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "attempt_failed" ON "attempt" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_family" ON "session" USING btree ("family");--> statement-breakpoint
CREATE INDEX "domain_event_failed" ON "domain_event" USING btree ("subject","id") WHERE failures > 0;--> statement-breakpoint
-- Ids do not compress.
ALTER TABLE "sync_touched" ALTER COLUMN "records" SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE TABLE "scan_default" PARTITION OF "scan" DEFAULT;--> statement-breakpoint
-- The runs of visits: see server/verify/scans/merge/merge-visits.ts.
DO $$ BEGIN
  FOR run IN 0..3 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "recent_visits" FOR VALUES IN (%s)', 'recent_visits_' || run, run);
  END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "recent_run" VALUES (0);
