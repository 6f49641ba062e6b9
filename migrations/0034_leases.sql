CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DELETE FROM "lapse_notices" WHERE "told_at" IS NULL;--> statement-breakpoint
ALTER TABLE "lapse_notices" ALTER COLUMN "told_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "lapse_notices" ALTER COLUMN "told_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "backups" DROP COLUMN "claimed_until";--> statement-breakpoint
ALTER TABLE "probes" DROP COLUMN "claimed_until";--> statement-breakpoint
ALTER TABLE "lapse_notices" DROP COLUMN "claimed_until";