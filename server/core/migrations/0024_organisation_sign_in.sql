CREATE TABLE "identity_provider" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" "bytea" NOT NULL,
	"is_required" boolean NOT NULL,
	"tested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_provider_merchantId_unique" UNIQUE("merchant_id")
);
--> statement-breakpoint
CREATE TABLE "linked_identity" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "linked_identity_accountId_unique" UNIQUE("account_id"),
	CONSTRAINT "linked_identity_subject" UNIQUE("provider_id","issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "identity_provider" ADD CONSTRAINT "identity_provider_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_identity" ADD CONSTRAINT "linked_identity_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_identity" ADD CONSTRAINT "linked_identity_provider_id_identity_provider_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_provider"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_identity" ADD CONSTRAINT "linked_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "linked_identity_merchant" ON "linked_identity" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "account_domain" ON "account" USING btree (split_part(lower(email), '@', 2),"merchant_id") WHERE holds_email and confirmed;