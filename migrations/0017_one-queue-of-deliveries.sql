DROP INDEX "deliveries_due";--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("is_urgent" DESC NULLS FIRST,"due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "reported_overdue_at";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "waits_for_server";
--> statement-breakpoint
DELETE FROM "site_settings" WHERE "name" = 'mailKeys';
