CREATE TABLE "anchor_chain" (
	"chain" text PRIMARY KEY NOT NULL,
	"network" text,
	"report" jsonb,
	"reported_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "anchor_coin" (
	"outpoint" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"value" bigint NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "anchor_commitment" DROP CONSTRAINT "anchor_commitment_kind";--> statement-breakpoint
ALTER TABLE "anchor_attempt" ADD COLUMN "kind" text DEFAULT 'anchor' NOT NULL;--> statement-breakpoint
CREATE INDEX "anchor_commitment_round" ON "anchor_commitment" USING btree ("created_at") WHERE kind = 'round' and parent_id is null;--> statement-breakpoint
-- Not checked against the rows that exist: they fulfil the stricter condition that this one replaces.
ALTER TABLE "anchor_commitment" ADD CONSTRAINT "anchor_commitment_kind" CHECK (kind in ('batch', 'round', 'epoch')) NOT VALID;