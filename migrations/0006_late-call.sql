ALTER TABLE "offers" ADD COLUMN "called_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "call_reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "call_missed_at" timestamp with time zone;