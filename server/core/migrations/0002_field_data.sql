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
ALTER TABLE "form_part" ADD CONSTRAINT "form_part_form" FOREIGN KEY ("merchant_id","form_id") REFERENCES "public"."form"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_revision" ADD CONSTRAINT "form_revision_form" FOREIGN KEY ("merchant_id","form_id") REFERENCES "public"."form"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_created" ON "form" USING btree ("merchant_id","created_at");