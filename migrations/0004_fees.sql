ALTER TABLE "ledger_entries" ADD COLUMN "event" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "rule_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_rule_id_fee_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."fee_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_offer" ON "ledger_entries" USING btree ("offer_id") WHERE "ledger_entries"."offer_id" is not null;