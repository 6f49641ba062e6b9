DROP TABLE "leases" CASCADE;--> statement-breakpoint
-- What they do not get is told of from now on, so none of them stays silent.
UPDATE "webhooks" SET "is_active" = true WHERE "gone_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" DROP COLUMN "gone_at";
