DROP INDEX "lead_changes_age";--> statement-breakpoint
ALTER TABLE "lead_count_deltas" DROP COLUMN "id";