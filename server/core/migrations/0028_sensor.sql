CREATE TABLE "sensor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"model" text NOT NULL,
	"type" text NOT NULL,
	"unit" text NOT NULL,
	"location" text NOT NULL,
	"threshold" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "sensor_of_merchant" UNIQUE("merchant_id","id"),
	CONSTRAINT "sensor_unit" CHECK ((type, unit) in (('temperature', '°C'), ('temperature', '°F'), ('humidity', '%RH'), ('light', 'lux'), ('vibration', 'g')))
);
--> statement-breakpoint
CREATE TABLE "sensor_hour" (
	"sensor_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"n" integer NOT NULL,
	"sum" double precision NOT NULL,
	"min" double precision NOT NULL,
	"min_at" timestamp with time zone NOT NULL,
	"max" double precision NOT NULL,
	"max_at" timestamp with time zone NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"kinetic" double precision,
	CONSTRAINT "sensor_hour_sensor_id_hour_pk" PRIMARY KEY("sensor_id","hour")
);
--> statement-breakpoint
CREATE TABLE "sensor_reading" (
	"at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"sensor_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	CONSTRAINT "sensor_reading_sensor_id_at_pk" PRIMARY KEY("sensor_id","at")
);
--> statement-breakpoint
ALTER TABLE "sensor_hour" ADD CONSTRAINT "sensor_hour_sensor" FOREIGN KEY ("merchant_id","sensor_id") REFERENCES "public"."sensor"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sensor_created" ON "sensor" USING btree ("merchant_id","created_at","id") WHERE removed_at is null;