ALTER TABLE "logistic" RENAME COLUMN "version" TO "ver";--> statement-breakpoint
ALTER TABLE "submission" RENAME COLUMN "version" TO "ver";--> statement-breakpoint
ALTER TABLE "activation_batch" ADD COLUMN "ver" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "form" ADD COLUMN "ver" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "form_revision" ADD COLUMN "form_ver" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "submission_form" ON "submission" USING btree ("merchant_id","form_id","form_revision");