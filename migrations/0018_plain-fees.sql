INSERT INTO "lead_notes" ("lead_id", "text", "author", "created_at")
SELECT entry.lead_id, 'Asked to take back the fee of $' || trim(to_char(entry.amount_cents / 100.0, '999999990.00')) || ' ('
	|| CASE asked.reason WHEN 'wrong-number' THEN 'wrong number' WHEN 'outside' THEN 'outside their towns'
		WHEN 'not-a-request' THEN 'not a real request' ELSE 'a repeat of another request' END
	|| CASE WHEN asked.decided_at IS NULL THEN ', not decided' WHEN asked.is_granted THEN ', granted' ELSE ', refused' END
	|| ')' || CASE WHEN asked.text = '' THEN '.' ELSE ': ' || asked.text END,
	contractors.company_name, asked.created_at
FROM "credit_requests" asked
JOIN "ledger_entries" entry ON entry.id = asked.entry_id
JOIN "contractors" ON contractors.id = entry.contractor_id
JOIN "leads" ON leads.id = entry.lead_id;--> statement-breakpoint
DROP TABLE "credit_requests";--> statement-breakpoint
DELETE FROM "owner_news" WHERE "kind" = 'credit-asked';--> statement-breakpoint
DELETE FROM "muted_news" WHERE "kind" = 'credit-asked';--> statement-breakpoint
UPDATE "fee_rules" SET "amount_cents" = 0, "percent" = NULL, "removed_at" = coalesce("removed_at", now()) WHERE "amount_cents" IS NULL;--> statement-breakpoint
ALTER TABLE "fee_rules" DROP CONSTRAINT "fee_rules_one_price";--> statement-breakpoint
ALTER TABLE "fee_rules" ALTER COLUMN "amount_cents" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_rules" DROP COLUMN "percent";
