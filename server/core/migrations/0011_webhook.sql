CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"url" text NOT NULL,
	"name" text NOT NULL,
	"event_types" text[] NOT NULL,
	"is_on" boolean NOT NULL,
	"stop" text,
	"stopped_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"secrets" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_url" UNIQUE("merchant_id","url"),
	CONSTRAINT "webhook_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "webhook_stop" CHECK (stop is null or (not is_on and stop in ('gone', 'failing')))
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp with time zone,
	"status" integer,
	"milliseconds" integer,
	"failure" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_delivery_once" UNIQUE("event_id","webhook_id"),
	CONSTRAINT "webhook_delivery_state" CHECK (state in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_event_of_merchant" UNIQUE("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook" FOREIGN KEY ("merchant_id","webhook_id") REFERENCES "public"."webhook"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event" FOREIGN KEY ("merchant_id","event_id") REFERENCES "public"."webhook_event"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("webhook_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_created" ON "webhook_delivery" USING btree ("webhook_id","created_at","id","state","merchant_id");--> statement-breakpoint
CREATE INDEX "webhook_event_range" ON "webhook_event" USING btree ("merchant_id","at");--> statement-breakpoint
CREATE INDEX "webhook_event_at" ON "webhook_event" USING btree ("at");