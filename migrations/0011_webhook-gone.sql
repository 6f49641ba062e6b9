ALTER TABLE "webhooks" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
-- Those that have said so before.
UPDATE "webhooks" SET "gone_at" = "said"."at" FROM (
	SELECT "webhook_id", max("delivery_attempts"."at") AS "at"
	FROM "deliveries" JOIN "delivery_attempts" ON "delivery_id" = "deliveries"."id"
	WHERE "state" = 'failed' AND "problem" = 'The webhook’s address says that it is gone (410).'
	GROUP BY "webhook_id"
) "said"
WHERE "webhooks"."id" = "webhook_id" AND NOT "is_active";
