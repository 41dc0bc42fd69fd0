ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_kind";--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_kind" CHECK (kind in ('grant', 'trial', 'order', 'refund'));