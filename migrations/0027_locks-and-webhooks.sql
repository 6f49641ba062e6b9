DROP TABLE "leases" CASCADE;--> statement-breakpoint
-- They wanted no more calls, and whoever has their address today is not known: the owner decides.
UPDATE "webhooks" SET "is_active" = false WHERE "gone_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" DROP COLUMN "gone_at";
