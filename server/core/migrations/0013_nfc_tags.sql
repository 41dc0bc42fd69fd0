CREATE TABLE "nfc_tag" (
	"merchant_id" uuid NOT NULL,
	"uid" "bytea" NOT NULL,
	"address" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_ctr" integer DEFAULT 0 NOT NULL,
	"tapped_at" timestamp with time zone,
	"visitor" text,
	CONSTRAINT "nfc_tag_merchant_id_uid_pk" PRIMARY KEY("merchant_id","uid"),
	CONSTRAINT "nfc_tag_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "nfc_total" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"tagged" integer NOT NULL,
	"tapped" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "nfc_total_merchant" ON "nfc_total" USING btree ("merchant_id");