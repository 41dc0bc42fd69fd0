CREATE TABLE "daily_salt" (
	"day" integer PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
