DROP INDEX "scan_merchant_at";--> statement-breakpoint
ALTER TABLE "scan" DROP COLUMN "id";