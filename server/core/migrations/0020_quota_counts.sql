CREATE TABLE "quota_count" (
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "quota_count_name" ON "quota_count" USING btree ("merchant_id","name");