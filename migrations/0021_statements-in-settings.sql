INSERT INTO "site_settings" ("name", "value")
SELECT 'statements', jsonb_build_object('dayOfMonth', "day_of_month") FROM "statement_settings";--> statement-breakpoint
DROP TABLE "statement_settings";
