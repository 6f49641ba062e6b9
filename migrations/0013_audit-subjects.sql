ALTER TABLE "audit_entries" ADD COLUMN "lead_id" bigint;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "contractor_id" bigint;