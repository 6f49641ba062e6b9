ALTER TABLE "offers" DROP COLUMN "said_yes_late";--> statement-breakpoint
DELETE FROM "lead_events" WHERE "kind" IN ('late-yes', 'mail-came-back');--> statement-breakpoint
UPDATE "lead_events" SET "data" = jsonb_set("data", '{state,offers}', (
	SELECT coalesce(jsonb_agg("offer" - 'saidYesLate' ORDER BY "place"), '[]')
	FROM jsonb_array_elements("data"->'state'->'offers') WITH ORDINALITY AS "of"("offer", "place")
)) WHERE "kind" = 'carried-over';
