CREATE TABLE "first_steps" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mail_tested_at" timestamp with time zone,
	"backed_up_at" timestamp with time zone,
	"put_away_at" timestamp with time zone,
	CONSTRAINT "first_steps_one_row" CHECK ("first_steps"."is_only")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "waits_for_server" boolean DEFAULT false NOT NULL;