DROP INDEX "referrals_waits";--> statement-breakpoint
CREATE INDEX "ledger_entries_lead" ON "ledger_entries" USING btree ("lead_id") WHERE "ledger_entries"."lead_id" is not null;--> statement-breakpoint
CREATE INDEX "referrals_contractor_turn" ON "referrals" USING btree ("contractor_id","turn","received_at","lead_id");