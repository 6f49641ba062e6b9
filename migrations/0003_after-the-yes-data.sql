-- What the tables of the migration before this one hold of the leads, offers and contractors so far.
UPDATE "contractors" SET "figures_since" = "created_at";--> statement-breakpoint
UPDATE "offers" SET "mailed_at" = "offered_at";--> statement-breakpoint
UPDATE "referrals" SET "owner_reason" = 'nobody-left' WHERE "ran_out_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "referrals" ("lead_id") SELECT "id" FROM "leads" WHERE NOT "is_quarantined" ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "referrals" SET "lost_reason" = 'cancelled' WHERE "lost_reason" = 'no-longer-needed' AND (
	SELECT "kind" FROM "request_additions" "said"
	WHERE "said"."lead_id" = "referrals"."lead_id" AND "kind" IN ('withdrawn', 'wanted-again')
	ORDER BY "id" DESC LIMIT 1
) = 'withdrawn';--> statement-breakpoint
-- The last town that the address names, unless it is the name of a street.
UPDATE "leads" SET "town" = "found"."name" FROM (
	SELECT DISTINCT ON ("leads"."id") "leads"."id", "town"."name"
	FROM "leads" LEFT JOIN LATERAL (
		SELECT "town", "address" FROM "request_additions"
		WHERE "lead_id" = "leads"."id" AND "kind" = 'place' ORDER BY "id" DESC LIMIT 1
	) "said" ON true
	JOIN unnest(ARRAY['Deltona', 'DeBary', 'Orange City', 'DeLand', 'Lake Monroe', 'Sanford', 'Lake Mary',
		'Altamonte Springs', 'Casselberry', 'Winter Park', 'Longwood', 'Oviedo', 'Winter Springs',
		'Enterprise', 'Osteen']) "town"("name")
		ON concat_ws(' ', "leads"."address", "said"."address", "said"."town") ~* ('\m' || "town"."name"
			|| '\M(?!\s+(ave|avenue|blvd|boulevard|cir|circle|ct|court|dr|drive|highway|hwy|lane|ln|parkway|pkwy|pl|place|rd|road|st|street|ter|terrace|trail|trl|way)\M)')
	ORDER BY "leads"."id", strpos(lower(concat_ws(' ', "leads"."address", "said"."address", "said"."town")), lower("town"."name")) DESC
) "found" WHERE "found"."id" = "leads"."id";
