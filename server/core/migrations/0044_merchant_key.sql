CREATE TABLE "merchant_key" (
	"merchant_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "merchant_key_merchant_id_key_pk" PRIMARY KEY("merchant_id","key"),
	CONSTRAINT "merchant_key_bytes" CHECK (octet_length(key) = 32 and octet_length(signature) = 64)
);
