CREATE TABLE "anchor_alert" (
	"chain" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_alert_chain_kind_pk" PRIMARY KEY("chain","kind")
);
