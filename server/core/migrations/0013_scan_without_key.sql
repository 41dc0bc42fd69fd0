DROP INDEX IF EXISTS "scan_merchant_at";--> statement-breakpoint
ALTER TABLE "scan" DROP COLUMN IF EXISTS "id";