CREATE TABLE "form" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
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
	CONSTRAINT "form_part_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "form_part_datatype" CHECK (datatype in ('string', 'number', 'date', 'unique'))
);
--> statement-breakpoint
CREATE TABLE "form_revision" (
	"merchant_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"structure" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_revision_merchant_id_form_id_revision_pk" PRIMARY KEY("merchant_id","form_id","revision")
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
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"logging_ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
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
CREATE TABLE "submission" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"form_revision" integer NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"custom_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
ALTER TABLE "form_part" ADD CONSTRAINT "form_part_form" FOREIGN KEY ("merchant_id","form_id") REFERENCES "public"."form"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_revision" ADD CONSTRAINT "form_revision_form" FOREIGN KEY ("merchant_id","form_id") REFERENCES "public"."form"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_claim" ADD CONSTRAINT "logistic_claim_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_item" ADD CONSTRAINT "logistic_item_address_code_address_fk" FOREIGN KEY ("address") REFERENCES "public"."code"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistic_item" ADD CONSTRAINT "logistic_item_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_form_revision" FOREIGN KEY ("merchant_id","form_id","form_revision") REFERENCES "public"."form_revision"("merchant_id","form_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_answer" ADD CONSTRAINT "submission_answer_submission" FOREIGN KEY ("merchant_id","submission_id") REFERENCES "public"."submission"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_answer" ADD CONSTRAINT "submission_answer_question" FOREIGN KEY ("merchant_id","question_id") REFERENCES "public"."form_part"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_range" ADD CONSTRAINT "submission_range_submission" FOREIGN KEY ("merchant_id","submission_id") REFERENCES "public"."submission"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_range" ADD CONSTRAINT "submission_range_section" FOREIGN KEY ("merchant_id","section_id") REFERENCES "public"."form_part"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_created" ON "form" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "logistic_created" ON "logistic" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "logistic_claim_logistic" ON "logistic_claim" USING btree ("merchant_id","logistic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "logistic_item_open" ON "logistic_item" USING btree ("address") WHERE is_open;--> statement-breakpoint
CREATE INDEX "logistic_item_address" ON "logistic_item" USING btree ("address");--> statement-breakpoint
CREATE INDEX "submission_created" ON "submission" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "submission_answer_unique" ON "submission_answer" USING btree ("merchant_id","question_id","value") WHERE is_unique;--> statement-breakpoint
ALTER TABLE "activation_batch" ADD CONSTRAINT "activation_batch_submission" FOREIGN KEY ("merchant_id","submission_id") REFERENCES "public"."submission"("merchant_id","id") ON DELETE no action ON UPDATE no action;