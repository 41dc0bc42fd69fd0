ALTER TABLE "code_mark" ADD COLUMN "warned" jsonb;--> statement-breakpoint
ALTER TABLE "code_mark" ADD COLUMN "cleared" jsonb;--> statement-breakpoint
-- Warnings that a brand has called mistakes before count as decided. The owner is bound by the tables' policies until this;
-- guard.sql binds them again.
ALTER TABLE "verdict_case" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "code_mark" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "code_mark" ("address", "merchant_id", "cleared")
SELECT address, merchant_id, jsonb_object_agg(rule, floor(extract(epoch FROM updated_at) / 60)) FROM "verdict_case"
WHERE state = 'closed' AND reason = 'mistake' AND rule IN ('visitors', 'travel', 'market')
GROUP BY address, merchant_id
ON CONFLICT (address) DO UPDATE SET cleared = excluded.cleared;
