-- As many backups are kept as of all the days, weeks, months and years, made every day.
UPDATE "site_settings" SET "value" = jsonb_build_object('every', 'day', 'keep', coalesce((
	SELECT least(180, greatest(7, sum(kept.count::integer))) FROM jsonb_each_text("value" -> 'keep') kept(unit, count)
), 30)) WHERE "name" = 'backupPlan';--> statement-breakpoint
ALTER TABLE "backups" DROP COLUMN "tried_at";
