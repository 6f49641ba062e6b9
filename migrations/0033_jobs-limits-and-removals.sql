DROP TABLE "removed_photos";--> statement-breakpoint
DROP TABLE "removed_leads";--> statement-breakpoint
DELETE FROM "lead_removals";--> statement-breakpoint
UPDATE "lead_retention" SET "removal_id" = NULL;--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_submission";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "removal_id" bigint;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_removal_id_lead_removals_id_fk" FOREIGN KEY ("removal_id") REFERENCES "public"."lead_removals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_submission" ON "leads" USING btree ("content_hash","submission_id") WHERE removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_removed" ON "leads" USING btree ("removal_id") WHERE removal_id is not null;--> statement-breakpoint
DROP INDEX "leads_by_age";--> statement-breakpoint
CREATE INDEX "leads_by_age" ON "leads" USING btree ("created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
DROP INDEX "leads_quarantined";--> statement-breakpoint
CREATE INDEX "leads_quarantined" ON "leads" USING btree ("created_at","id") WHERE is_quarantined and removal_id is null;--> statement-breakpoint
DROP INDEX "leads_by_status";--> statement-breakpoint
CREATE INDEX "leads_by_status" ON "leads" USING btree ("is_contacted","created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
DROP INDEX "leads_by_service";--> statement-breakpoint
CREATE INDEX "leads_by_service" ON "leads" USING btree ("service","created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
DROP INDEX "leads_by_source";--> statement-breakpoint
CREATE INDEX "leads_by_source" ON "leads" USING btree ("source","created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
DROP INDEX "leads_answered";--> statement-breakpoint
CREATE INDEX "leads_answered" ON "leads" USING btree ("first_contacted_at","answer_minutes") WHERE first_contacted_at is not null and not is_quarantined and removal_id is null;--> statement-breakpoint
CREATE VIEW "public"."visible_leads" AS (select "id", "submission_id", "content_hash", "name", "email", "phone", "phone_as_typed", "address", "service", "message", "is_contacted", "created_at", "attribution", "source", "consent_text", "consent_version", "consent_at", "consent_page", "is_quarantined", "quarantine_reasons", "first_contacted_at", "contacted_by", "answer_minutes", "noted", "search_text" from "leads" where "leads"."removal_id" is null);--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DELETE FROM "lapse_notices" WHERE "told_at" IS NULL;--> statement-breakpoint
ALTER TABLE "lapse_notices" ALTER COLUMN "told_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "lapse_notices" ALTER COLUMN "told_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "backups" DROP COLUMN "claimed_until";--> statement-breakpoint
ALTER TABLE "probes" DROP COLUMN "claimed_until";--> statement-breakpoint
ALTER TABLE "lapse_notices" DROP COLUMN "claimed_until";
--> statement-breakpoint
-- The counters of before are of another kind, and worth nothing soon.
DELETE FROM "rate_limits";
--> statement-breakpoint
ALTER TABLE "rate_limits" ALTER COLUMN "expire" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_limits" DROP COLUMN "points";
--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "seconds" double precision NOT NULL;
--> statement-breakpoint
-- Written by hand from here on: a lead that was removed is not found as a repeat, and
-- its rating goes from the site, and comes back, with it.
DO $$ BEGIN
	EXECUTE replace(pg_get_functiondef('store_lead'::regproc), 'FROM leads', 'FROM visible_leads');
END $$;
--> statement-breakpoint
DROP TRIGGER leads_rating_told ON leads;
--> statement-breakpoint
CREATE TRIGGER leads_rating_told AFTER UPDATE OF is_quarantined, removal_id ON leads FOR EACH ROW
WHEN (OLD.is_quarantined <> NEW.is_quarantined OR OLD.removal_id IS DISTINCT FROM NEW.removal_id)
EXECUTE FUNCTION tell_of_rating_of_lead();
