CREATE TABLE "logistic_reading" (
	"merchant_id" uuid NOT NULL,
	"logistic_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"temp" real NOT NULL,
	CONSTRAINT "logistic_reading_logistic_id_at_pk" PRIMARY KEY("logistic_id","at")
);
--> statement-breakpoint
ALTER TABLE "logistic_reading" ADD CONSTRAINT "logistic_reading_logistic" FOREIGN KEY ("merchant_id","logistic_id") REFERENCES "public"."logistic"("merchant_id","id") ON DELETE no action ON UPDATE no action;