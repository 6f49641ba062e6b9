-- How far each lead has come, and who has to do something next: the same as `stageOf` in
-- `contracts/referrals/stages.ts`. A lead that is joined to another has the stage of that one. Without
-- aggregates over all leads, so that a page of the list derives it for its own leads only.
DROP VIEW IF EXISTS lead_stages;

CREATE VIEW lead_stages AS
SELECT
	lead.id AS lead_id,
	staged.stage,
	CASE WHEN put.is_off THEN 'later' ELSE waiting.waits_for END AS waits_for,
	begun.since,
	CASE staged.stage WHEN 'asked' THEN asked.until END AS until,
	CASE staged.stage WHEN 'asked' THEN asked.companies ELSE held.company_name END AS company_name,
	CASE staged.stage WHEN 'asked' THEN asked.first_contractor ELSE held.contractor_id END AS contractor_id,
	root.id AS root_id,
	held.call_at,
	CASE
		WHEN staged.stage IN ('lost', 'cancelled') THEN referral.lost_reason
		WHEN staged.stage = 'nobody-left' THEN referral.owner_reason
		WHEN staged.stage = 'matched' THEN referral.claimed_reason
	END AS reason,
	urgent.is_urgent,
	promised.clock_since,
	-- The order of the owner's list: what waits for us first, and in it emergencies and then what a user
	-- wanted to see again by now, whomever that waits for. Those whom the owner has called already come
	-- after those who have heard nothing.
	CASE waiting.waits_for
		WHEN 'nobody' THEN 7
		WHEN 'us' THEN CASE
			WHEN urgent.is_urgent THEN 0
			WHEN reminder.remind_at <= now() THEN 1
			WHEN put.is_off THEN 6
			WHEN staged.stage = 'new' AND root.is_contacted THEN 3
			ELSE 2
		END
		WHEN 'contractor' THEN CASE WHEN reminder.remind_at <= now() THEN 1 ELSE 4 END
		ELSE CASE WHEN reminder.remind_at <= now() THEN 1 ELSE 5 END
	END AS turn,
	CASE WHEN waiting.waits_for <> 'nobody' THEN reminder.remind_at END AS remind_at,
	CASE WHEN waiting.waits_for <> 'nobody' THEN reminder.reason END AS remind_reason
FROM leads lead
LEFT JOIN referrals own ON own.lead_id = lead.id
JOIN leads root ON root.id = coalesce(own.joined_to, lead.id)
LEFT JOIN referrals referral ON referral.lead_id = root.id
LEFT JOIN lead_reminders reminder ON reminder.lead_id = root.id
LEFT JOIN LATERAL (
	SELECT
		min(offers.offered_at) AS since,
		max(offers.expires_at) FILTER (WHERE offers.mailed_at IS NOT NULL) AS until,
		string_agg(contractors.company_name, ', ' ORDER BY offers.id) AS companies,
		(array_agg(offers.contractor_id ORDER BY offers.id))[1] AS first_contractor
	FROM offers JOIN contractors ON contractors.id = offers.contractor_id
	WHERE offers.lead_id = root.id AND offers.state = 'open'
		AND (offers.mailed_at IS NULL OR offers.expires_at > now())
) asked ON true
LEFT JOIN LATERAL (
	SELECT
		(SELECT company_name FROM contractors WHERE id = offers.contractor_id) AS company_name,
		offers.contractor_id, offers.answered_at, offers.call_at, offers.call_reminded_at, offers.call_missed_at
	FROM offers
	WHERE offers.lead_id = root.id AND offers.state = 'accepted'
) held ON true
CROSS JOIN LATERAL (SELECT root.cannot_wait OR root.service = 'emergency-hvac' AS is_urgent) urgent
CROSS JOIN LATERAL (
	SELECT CASE
		WHEN referral.outcome = 'lost' AND referral.lost_reason = 'cancelled' THEN 'cancelled'
		WHEN referral.outcome <> 'open' THEN referral.outcome
		WHEN asked.since IS NOT NULL THEN 'asked'
		WHEN referral.ran_out_at IS NOT NULL THEN 'nobody-left'
		ELSE 'new'
	END AS stage
) staged
CROSS JOIN LATERAL (
	SELECT CASE
		WHEN staged.stage = 'asked' THEN 'contractor'
		-- Where no mail could ask the visitor, the owner does.
		WHEN staged.stage = 'matched' AND referral.claimed_at IS NOT NULL THEN
			CASE WHEN referral.claim_asked_at IS NULL THEN 'us' ELSE 'visitor' END
		WHEN staged.stage = 'matched' AND held.call_missed_at IS NOT NULL THEN 'us'
		WHEN staged.stage = 'matched' THEN 'contractor'
		WHEN staged.stage = 'nobody-left' THEN 'us'
		WHEN staged.stage <> 'new' THEN 'nobody'
		WHEN referral.place_asked_at IS NOT NULL AND root.town IS NULL AND NOT root.is_outside THEN 'visitor'
		ELSE 'us'
	END AS waits_for
) waiting
CROSS JOIN LATERAL (
	SELECT coalesce(CASE staged.stage
		WHEN 'asked' THEN asked.since
		WHEN 'matched' THEN coalesce(
			referral.claimed_at, held.call_missed_at, held.answered_at, referral.outcome_at
		)
		WHEN 'nobody-left' THEN referral.ran_out_at
		WHEN 'new' THEN root.created_at
		ELSE referral.outcome_at
	END, root.created_at) AS since
) begun
CROSS JOIN LATERAL (
	SELECT CASE
		WHEN root.is_quarantined THEN NULL
		WHEN staged.stage = 'matched' AND referral.claimed_at IS NULL THEN
			CASE WHEN coalesce(held.call_missed_at, held.call_reminded_at) IS NOT NULL
				THEN coalesce(held.call_at, referral.outcome_at) END
		WHEN coalesce(referral.outcome, 'open') <> 'open' THEN NULL
		WHEN NOT root.is_contacted AND root.first_contacted_at IS NULL THEN root.created_at
		WHEN staged.stage = 'nobody-left' AND root.first_contacted_at <= referral.ran_out_at THEN referral.ran_out_at
	END AS clock_since
) promised
-- An emergency is never out of sight, nor a lead that came to wait for us, or whose visitor was promised
-- something else, after the reminder was set.
CROSS JOIN LATERAL (
	SELECT waiting.waits_for = 'us' AND NOT urgent.is_urgent AND coalesce(
		reminder.remind_at > now() AND reminder.set_at >= begun.since
		AND reminder.clock_since IS NOT DISTINCT FROM promised.clock_since, false
	) AS is_off
) put;
