ALTER TABLE "phone_taps" DROP CONSTRAINT "phone_taps_day_page_source_pk";--> statement-breakpoint
UPDATE "phone_taps" "kept" SET "count" = "summed"."count" FROM (
	SELECT "day", "source", min("page") "page", sum("count") "count" FROM "phone_taps" GROUP BY "day", "source"
) "summed" WHERE ("kept"."day", "kept"."source", "kept"."page") = ("summed"."day", "summed"."source", "summed"."page");--> statement-breakpoint
DELETE FROM "phone_taps" "other" USING "phone_taps" "kept"
WHERE ("kept"."day", "kept"."source") = ("other"."day", "other"."source") AND "kept"."page" < "other"."page";--> statement-breakpoint
ALTER TABLE "phone_taps" DROP COLUMN "page";--> statement-breakpoint
ALTER TABLE "phone_taps" ADD CONSTRAINT "phone_taps_day_source_pk" PRIMARY KEY("day","source");
