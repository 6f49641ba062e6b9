CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT "name", "value" FROM "site_settings" WHERE "name" NOT IN ('name', 'phone', 'showsSamples');--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'business', jsonb_object_agg("name", "value") FROM "site_settings" WHERE "name" IN ('name', 'phone') HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'sampleReviews', jsonb_build_object('areShown', "value") FROM "site_settings" WHERE "name" = 'showsSamples';--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'accounts', jsonb_build_object('requiresSecondFactor', "requires_second_factor") FROM "account_settings";--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'leadSource', jsonb_build_object('message', "message") FROM "lead_source_settings";--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'visitorMails', jsonb_build_object('sendsMails', "sends_received") FROM "visitor_mail_settings";--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'offers', jsonb_build_object('isAutomatic', "is_automatic") FROM "offer_settings";--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'mutedMails', jsonb_agg("kind") FROM "muted_news" HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'mailServer', jsonb_build_object('host', "host", 'port', "port", 'security', "security", 'user', "user_name",
	'password', "password", 'fromName', "from_name", 'fromAddress', "from_address") FROM "mail_setups";--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'retention', jsonb_build_object('days', "days", 'deletedLeads', "deleted_leads",
	'lastRunAt', to_char("last_run_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM "lead_retention";--> statement-breakpoint
INSERT INTO "settings" ("key", "value")
SELECT 'firstSteps', jsonb_build_object(
	'mailTestedAt', to_char("mail_tested_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	'backedUpAt', to_char("backed_up_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	'putAwayAt', to_char("put_away_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM "first_steps";--> statement-breakpoint
DROP TABLE "account_settings";--> statement-breakpoint
DROP TABLE "lead_retention";--> statement-breakpoint
DROP TABLE "first_steps";--> statement-breakpoint
DROP TABLE "lead_source_settings";--> statement-breakpoint
DROP TABLE "mail_setups";--> statement-breakpoint
DROP TABLE "muted_news";--> statement-breakpoint
DROP TABLE "offer_settings";--> statement-breakpoint
DROP TABLE "visitor_mail_settings";--> statement-breakpoint
DROP TABLE "site_settings";
