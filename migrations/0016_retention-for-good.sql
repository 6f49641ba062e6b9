-- What was removed within the last week, and could be brought back, is in the list again, but where the
-- same request was sent again since. The nights after this delete it for good if a period is set.
DELETE FROM "leads" removed USING "leads" again
WHERE removed.content_hash = again.content_hash AND removed.submission_id = again.submission_id
	AND removed.removal_id IS NOT NULL AND (again.removal_id IS NULL OR again.id > removed.id);--> statement-breakpoint
-- A period that would have deleted much at once waited for the owner to agree: it has to be set again.
UPDATE "lead_retention" SET "days" = NULL
WHERE "error" LIKE 'Nothing was removed%' OR "error" LIKE 'Only the requests%';--> statement-breakpoint
UPDATE "lead_retention" SET "last_run_at" = coalesce("last_run_at", now());--> statement-breakpoint
DROP VIEW IF EXISTS "lead_stages";--> statement-breakpoint
DROP VIEW IF EXISTS "visible_leads" CASCADE;--> statement-breakpoint
DROP TRIGGER IF EXISTS "leads_rating_told" ON "leads";--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_removal_id_lead_removals_id_fk";--> statement-breakpoint
DROP TABLE "lead_removals";--> statement-breakpoint
DROP INDEX "leads_removed";--> statement-breakpoint
DROP INDEX "leads_submission";--> statement-breakpoint
DROP INDEX "leads_by_age";--> statement-breakpoint
DROP INDEX "leads_quarantined";--> statement-breakpoint
DROP INDEX "leads_by_status";--> statement-breakpoint
DROP INDEX "leads_by_service";--> statement-breakpoint
DROP INDEX "leads_by_source";--> statement-breakpoint
DROP INDEX "leads_answered";--> statement-breakpoint
CREATE UNIQUE INDEX "leads_submission" ON "leads" USING btree ("content_hash","submission_id");--> statement-breakpoint
CREATE INDEX "leads_by_age" ON "leads" USING btree ("created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_quarantined" ON "leads" USING btree ("created_at","id") WHERE is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_status" ON "leads" USING btree ("is_contacted","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_service" ON "leads" USING btree ("service","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_source" ON "leads" USING btree ("source","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_answered" ON "leads" USING btree ("first_contacted_at","answer_minutes") WHERE first_contacted_at is not null and not is_quarantined;--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "removal_id";--> statement-breakpoint
ALTER TABLE "lead_retention" DROP COLUMN "removes_until";--> statement-breakpoint
ALTER TABLE "lead_retention" DROP COLUMN "error";--> statement-breakpoint
ALTER TABLE "lead_retention" DROP COLUMN "removal_id";