ALTER TABLE "logistic_log" ALTER COLUMN "maxlimit" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "logistic_reading" ALTER COLUMN "temp" SET DATA TYPE double precision;