-- A lead can be offered from now on: with an earlier one of the same person, or by itself. The same
-- person is who has the phone number or the email, within thirty days, as long as the earlier request is
-- open or matched. Not where both places are known and differ: no contractor of the one may work in the
-- other. Of each only the newest twenty are looked at: anybody can send many requests.
CREATE OR REPLACE FUNCTION join_or_offer(for_lead bigint) RETURNS void LANGUAGE plpgsql
-- It is planned once in a session, perhaps while there are few leads: by indexes, row by row.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
	own leads := (SELECT leads FROM leads WHERE id = for_lead);
	first bigint;
BEGIN
	IF NOT EXISTS (SELECT FROM referrals WHERE lead_id = for_lead AND (is_parted OR outcome <> 'open')) THEN
		SELECT root.id INTO first FROM (
			(SELECT id FROM leads WHERE phone = own.phone AND id <> own.id ORDER BY id DESC LIMIT 20)
			UNION
			(SELECT id FROM leads WHERE own.email <> '' AND lower(email) = lower(own.email) AND id <> own.id
				ORDER BY id DESC LIMIT 20)
		) same_person
		JOIN referrals ON referrals.lead_id = same_person.id
		JOIN leads root ON root.id = coalesce(referrals.joined_to, same_person.id)
		JOIN referrals of_root ON of_root.lead_id = root.id
		WHERE of_root.outcome IN ('open', 'matched') AND of_root.joined_to IS NULL AND root.id <> own.id
			AND NOT root.is_quarantined
			AND root.created_at BETWEEN own.created_at - interval '30 days' AND own.created_at + interval '30 days'
			AND (own.town IS NULL OR root.town IS NULL OR own.town = root.town)
			AND (own.is_outside = root.is_outside OR NOT own.is_outside AND own.town IS NULL)
		ORDER BY root.id LIMIT 1;
	END IF;
	IF first IS NULL THEN
		PERFORM begin_offering(for_lead);
	ELSE
		PERFORM join_leads(for_lead, first, NULL);
	END IF;
END $$;
