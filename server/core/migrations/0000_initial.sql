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
	"certificates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submission_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "activation_batch_identifier" UNIQUE("merchant_id","identifier"),
	CONSTRAINT "activation_batch_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "activation_batch_quantity" CHECK (quantity > 0 and quantity = cardinality(addresses))
);
--> statement-breakpoint
CREATE TABLE "payload" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payload_of_batch" UNIQUE("batch_id","sku_id"),
	CONSTRAINT "payload_size" CHECK (octet_length(bytes) between 1 and 1023),
	CONSTRAINT "payload_digest" CHECK (digest = sha256(bytes))
);
--> statement-breakpoint
CREATE TABLE "anchor_attempt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"txid" text NOT NULL,
	"raw" text NOT NULL,
	"fee" bigint NOT NULL,
	"rate" integer,
	"deadline" bigint,
	"signed_at" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_attempt_txid_unique" UNIQUE("txid")
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
	CONSTRAINT "anchor_commitment_kind" CHECK (kind in ('batch', 'epoch'))
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
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid,
	"role" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
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
	"expires_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "billing_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
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
	CONSTRAINT "ledger_kind" CHECK (kind in ('grant', 'trial', 'order'))
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_merchantId_unique" UNIQUE("merchant_id")
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
	"answer" jsonb,
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
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_message_state" CHECK (state in ('queued', 'sent', 'kept', 'failed'))
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
CREATE TABLE "code" (
	"address" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"serial_no" integer NOT NULL,
	CONSTRAINT "code_serial" UNIQUE("order_id","serial_no")
);
--> statement-breakpoint
CREATE TABLE "code_order" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"sku_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tag" "bytea" NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"generated" integer DEFAULT 0 NOT NULL,
	"activated" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "code_order_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "code_order_tag_unique" UNIQUE("tag"),
	CONSTRAINT "code_order_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "code_order_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "code_order_quantity" CHECK (quantity > 0),
	CONSTRAINT "code_order_generated" CHECK (generated between 0 and quantity),
	CONSTRAINT "code_order_activated" CHECK (activated between 0 and generated),
	CONSTRAINT "code_order_tag" CHECK (octet_length(tag) = 5)
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_certificate_status" CHECK (status in ('Pending Approval', 'Approved', 'Rejected', 'Request Changes'))
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trademark_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "trademark_status" CHECK (status in ('Pending Approval', 'Approved', 'Rejected', 'Request Changes'))
);
--> statement-breakpoint
CREATE TABLE "scan" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"address" uuid,
	"kind" text NOT NULL,
	"verdict" text NOT NULL,
	"country" text,
	"region" text,
	"city" text,
	"lat" double precision,
	"lng" double precision,
	"os" text,
	"visitor" "bytea"
);
--> statement-breakpoint
ALTER TABLE "payload" ADD CONSTRAINT "payload_batch_id_activation_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."activation_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payload" ADD CONSTRAINT "payload_sku_id_sku_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_attempt" ADD CONSTRAINT "anchor_attempt_job_id_anchor_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."anchor_job"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_job" ADD CONSTRAINT "anchor_job_commitment_id_anchor_commitment_id_fk" FOREIGN KEY ("commitment_id") REFERENCES "public"."anchor_commitment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entry" ADD CONSTRAINT "billing_entry_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_hash_stored_file_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."stored_file"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_order" ADD CONSTRAINT "code_order_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku" ADD CONSTRAINT "sku_trademark" FOREIGN KEY ("merchant_id","trademark_id") REFERENCES "public"."trademark"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_certificate" ADD CONSTRAINT "sku_certificate_sku" FOREIGN KEY ("merchant_id","sku_id") REFERENCES "public"."sku"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activation_batch_created" ON "activation_batch" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "activation_batch_open" ON "activation_batch" USING btree ("merchant_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "anchor_attempt_job" ON "anchor_attempt" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "anchor_commitment_parent" ON "anchor_commitment" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "anchor_commitment_waiting" ON "anchor_commitment" USING btree ("created_at") WHERE kind = 'batch' and parent_id is null;--> statement-breakpoint
CREATE INDEX "anchor_job_open" ON "anchor_job" USING btree ("chain","created_at") WHERE state in ('QUEUED', 'SENT', 'MINED');--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "account_merchant" ON "account" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "account_token_account" ON "account_token" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_family" ON "session" USING btree ("family");--> statement-breakpoint
CREATE INDEX "billing_entry_merchant" ON "billing_entry" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_merchant" ON "ledger_entry" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entry_merchant" ON "audit_entry" USING btree ("merchant_id","at");--> statement-breakpoint
CREATE INDEX "audit_entry_reference" ON "audit_entry" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_message_created" ON "mail_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "upload_merchant" ON "upload" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "upload_hash" ON "upload" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "code_order_created" ON "code_order" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "sku_created" ON "sku" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "sku_certificate_sku" ON "sku_certificate" USING btree ("merchant_id","sku_id");--> statement-breakpoint
CREATE INDEX "trademark_created" ON "trademark" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "scan_merchant_at" ON "scan" USING btree ("merchant_id","at");--> statement-breakpoint
CREATE INDEX "scan_address" ON "scan" USING btree ("address");