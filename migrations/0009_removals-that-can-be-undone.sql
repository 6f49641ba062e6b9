CREATE TABLE "lead_removals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_removals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"runs_left" integer NOT NULL,
	"is_coming_back" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_leads" (
	"lead_id" bigint PRIMARY KEY NOT NULL,
	"removal_id" bigint NOT NULL,
	"lead" jsonb NOT NULL,
	"notes" jsonb NOT NULL,
	"history" jsonb NOT NULL,
	"deliveries" jsonb NOT NULL,
	"attempts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_retention" ADD COLUMN "removes_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_retention" ADD COLUMN "removal_id" bigint;--> statement-breakpoint
ALTER TABLE "removed_leads" ADD CONSTRAINT "removed_leads_removal_id_lead_removals_id_fk" FOREIGN KEY ("removal_id") REFERENCES "public"."lead_removals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_leads_removal" ON "removed_leads" USING btree ("removal_id");--> statement-breakpoint
-- Written by hand: what the last run has removed already.
UPDATE "lead_retention" SET "removes_until" = coalesce("last_run_at", now()) - "days" * interval '1 day';
