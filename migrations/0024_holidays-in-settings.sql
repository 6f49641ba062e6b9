INSERT INTO "settings" ("key", "value")
SELECT 'holidays', jsonb_agg(jsonb_build_object('day', "day", 'name', "name", 'isOpen', "is_open") ORDER BY "day")
FROM "holidays" HAVING count(*) > 0;--> statement-breakpoint
DROP TABLE "holidays";
