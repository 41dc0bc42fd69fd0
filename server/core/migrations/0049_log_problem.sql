CREATE TABLE "log_problem" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_problem_single" CHECK ("log_problem"."single")
);
