DROP TABLE "saved_views" CASCADE;--> statement-breakpoint
-- Colleagues are not told of notes any more. The notes that named them stay.
DELETE FROM "deliveries" WHERE "channel" = 'mention';--> statement-breakpoint
DELETE FROM "lead_history" WHERE "kind" = 'mentioned';
