-- Version 0.1.0 ended as the baseline is. This drops what only the account library of its first weeks
-- used, and stores the hash of a password with its user. Every secret that is used once is in
-- account_links; of the others none works longer than a day.
ALTER TABLE "users" ADD COLUMN "password_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "password_hash" = "password" FROM "accounts"
WHERE "accounts"."user_id" = "users"."id" AND "provider_id" = 'credential' AND "password" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP DEFAULT;--> statement-breakpoint
DROP TABLE "accounts";--> statement-breakpoint
ALTER TABLE "passkeys" DROP COLUMN "device_type";--> statement-breakpoint
ALTER TABLE "passkeys" DROP COLUMN "backed_up";--> statement-breakpoint
ALTER TABLE "passkeys" DROP COLUMN "aaguid";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "updated_at";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "email_verified";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "two_factor_enabled";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "updated_at";--> statement-breakpoint
DROP TABLE "verifications";--> statement-breakpoint
DROP TABLE "setup_links";
