ALTER TABLE "submission" DROP CONSTRAINT "submission_form_revision";
--> statement-breakpoint
ALTER TABLE "submission_answer" DROP CONSTRAINT "submission_answer_submission";
--> statement-breakpoint
ALTER TABLE "submission_answer" DROP CONSTRAINT "submission_answer_question";
--> statement-breakpoint
ALTER TABLE "submission_range" DROP CONSTRAINT "submission_range_submission";
--> statement-breakpoint
ALTER TABLE "submission_range" DROP CONSTRAINT "submission_range_section";
--> statement-breakpoint
DROP FUNCTION IF EXISTS sync_track(regclass, text);
