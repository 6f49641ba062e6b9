-- Two open requests are of one person: `for_lead` goes to one contractor with `first`, and is not offered
-- itself. What is known of the later one counts for both: where the work is, and that it cannot wait. A
-- contractor who has the first is mailed both: at once, and within the hour once where the later one was
-- taken from them before, however often its visitor changes their mind.
CREATE OR REPLACE FUNCTION join_leads(for_lead bigint, first bigint, by_user text) RETURNS void
LANGUAGE plpgsql
-- It is planned once in a session, perhaps while there are few leads.
SET enable_seqscan = off AS $$
DECLARE
	later leads := (SELECT leads FROM leads WHERE id = for_lead);
	earlier leads := (SELECT leads FROM leads WHERE id = first);
	urgent boolean := later.cannot_wait OR later.service = 'emergency-hvac';
	due timestamptz;
BEGIN
	INSERT INTO referrals (lead_id, joined_to) VALUES (for_lead, first)
	ON CONFLICT (lead_id) DO UPDATE SET joined_to = first,
		is_automatic = false, is_parted = false, ran_out_at = NULL, owner_reason = NULL;
	UPDATE referrals SET joined_to = first WHERE joined_to = for_lead;
	INSERT INTO lead_history (lead_id, kind, detail, actor)
	VALUES (for_lead, 'joined', first, by_user), (first, 'joined', for_lead, by_user);

	IF earlier.town IS NULL AND NOT earlier.is_outside AND later.town IS NOT NULL THEN
		UPDATE leads SET town = later.town WHERE id = first;
		UPDATE referrals SET ran_out_at = NULL, owner_reason = NULL
		WHERE lead_id = first AND outcome = 'open' AND owner_reason = 'unknown-place';
		IF FOUND THEN PERFORM begin_offering(first); END IF;
	END IF;
	IF urgent AND NOT earlier.cannot_wait AND earlier.service <> 'emergency-hvac' THEN
		UPDATE leads SET cannot_wait = true WHERE id = first;
		-- Whoever said it of the later one has said it: its visitor can take back only what they said.
		INSERT INTO lead_history (lead_id, kind, detail, actor) VALUES (
			first, 'cannot-wait', 'yes',
			coalesce(by_user, later.entered_by, (
				SELECT actor FROM lead_history WHERE lead_id = for_lead AND kind = 'cannot-wait'
				ORDER BY id DESC LIMIT 1
			))
		);
	END IF;

	SELECT greatest(now(), max(CASE told.state WHEN 'pending' THEN told.due_at
			ELSE coalesce(told.sent_at, told.queued_at) + interval '1 hour' END)) INTO due
	FROM deliveries told
		JOIN offers ON offers.id = told.offer_id AND offers.state = 'accepted'
		JOIN deliveries recall ON recall.offer_id = told.offer_id
			AND recall.channel = 'recall' AND recall.lead_id = for_lead
	WHERE offers.lead_id = first AND told.channel = 'match' AND told.queued_at > offers.answered_at;
	DELETE FROM deliveries USING offers
	WHERE offers.lead_id = first AND offers.state = 'accepted'
		AND deliveries.offer_id = offers.id AND deliveries.channel = 'match';
	INSERT INTO deliveries (lead_id, offer_id, channel, target, is_urgent, due_at, queued_at)
	SELECT first, offers.id, 'match', contractors.email, urgent, due, due
	FROM offers JOIN contractors ON contractors.id = offers.contractor_id
		JOIN referrals ON referrals.lead_id = offers.lead_id
	WHERE offers.lead_id = first AND offers.state = 'accepted' AND referrals.outcome = 'matched'
		AND contractors.removed_at IS NULL;
	PERFORM pg_notify('deliveries_due', '');
	PERFORM pg_notify('offers_due', '');
END $$;
