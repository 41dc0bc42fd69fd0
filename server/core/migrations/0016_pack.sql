CREATE TABLE "pack" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sscc" text,
	"identifier" text NOT NULL,
	"quantity" integer NOT NULL,
	"cases" integer NOT NULL,
	"pallet_id" uuid,
	"packed_at" timestamp with time zone NOT NULL,
	"unpacked_at" timestamp with time zone,
	"unpack_reason" text,
	"ver" integer DEFAULT 1 NOT NULL,
	"draft_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pack_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "pack_kind" CHECK (kind in ('case', 'pallet')),
	CONSTRAINT "pack_quantity" CHECK (quantity > 0),
	CONSTRAINT "pack_unpacked" CHECK ((unpacked_at is null) = (unpack_reason is null))
);
--> statement-breakpoint
CREATE TABLE "pack_case" (
	"merchant_id" uuid NOT NULL,
	"pallet_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	CONSTRAINT "pack_case_pallet_id_case_id_pk" PRIMARY KEY("pallet_id","case_id")
);
--> statement-breakpoint
CREATE TABLE "pack_item" (
	"merchant_id" uuid NOT NULL,
	"pack_id" uuid NOT NULL,
	"address" uuid NOT NULL,
	"is_packed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "pack_item_pack_id_address_pk" PRIMARY KEY("pack_id","address")
);
--> statement-breakpoint
CREATE TABLE "pack_numbering" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"company_prefix" text,
	"next" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pack" ADD CONSTRAINT "pack_on_pallet" FOREIGN KEY ("merchant_id","pallet_id") REFERENCES "public"."pack"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_case" ADD CONSTRAINT "pack_case_pallet" FOREIGN KEY ("merchant_id","pallet_id") REFERENCES "public"."pack"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_case" ADD CONSTRAINT "pack_case_case" FOREIGN KEY ("merchant_id","case_id") REFERENCES "public"."pack"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_item" ADD CONSTRAINT "pack_item_pack" FOREIGN KEY ("merchant_id","pack_id") REFERENCES "public"."pack"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pack_sscc" ON "pack" USING btree ("merchant_id","sscc");--> statement-breakpoint
CREATE INDEX "pack_identifier" ON "pack" USING btree ("merchant_id","identifier");--> statement-breakpoint
CREATE INDEX "pack_created" ON "pack" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pack_pallet" ON "pack" USING btree ("pallet_id") WHERE pallet_id is not null;--> statement-breakpoint
CREATE INDEX "pack_case_case" ON "pack_case" USING btree ("case_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pack_item_packed" ON "pack_item" USING btree ("address") WHERE is_packed;--> statement-breakpoint
CREATE INDEX "pack_item_address" ON "pack_item" USING btree ("address");