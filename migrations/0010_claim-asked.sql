ALTER TABLE "referrals" ADD COLUMN "claim_asked_at" timestamp with time zone;--> statement-breakpoint
UPDATE "referrals" SET "claim_asked_at" = "claimed_at" FROM "leads"
WHERE "leads"."id" = "lead_id" AND "claimed_at" IS NOT NULL AND "email" <> '' AND EXISTS (SELECT FROM "visitor_mail_settings" WHERE "sends_received");
