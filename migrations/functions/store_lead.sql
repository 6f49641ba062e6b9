-- Stores what a visitor sent, and what is to be told of it, all or nothing and in one round trip, and
-- wakes who tells of it and who shows it.
-- `entry` holds columns of `leads` by their names. The same content under the same submission_id at any
-- time, or under any within ten minutes, is the same lead. An entry with a `created_at` was received
-- then, and waited in a journal. Each statement in here sees what had been committed when it began, and
-- so what the last holder of the lock has stored.
--
-- With `judged_alone` the caller has judged the message as if no other client had sent it within a day.
-- If another has, nothing is stored and `others` is their number, to be judged by that. Clients that
-- share the email or the phone number are the same person. Messages below 60 characters are the same by
-- chance, and no flood is counted beyond 1000.
--
-- `link_hash` is that of the token in the link to the request page. A repeat gets another link to the
-- same lead, but only under the same submission_id: a stranger who knows what another visitor has typed
-- must not see what that visitor adds later.
CREATE OR REPLACE FUNCTION store_lead(
	entry jsonb, judged_alone boolean, confirmation_client text, confirmation_lock bigint,
	link_hash text DEFAULT NULL,
	OUT lead_id bigint, OUT lead_submission_id text, OUT lead_created_at timestamptz,
	OUT is_repeat boolean, OUT others integer, OUT queued integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	sent leads := jsonb_populate_record(NULL::leads, entry);
	received_at timestamptz := coalesce(sent.created_at, now());
BEGIN
	others := 0;
	queued := 0;
	-- Repeats that arrive at once wait here for the first; requests that differ do not wait.
	PERFORM pg_advisory_xact_lock(hashtextextended(sent.content_hash, 0));

	SELECT id, submission_id, created_at, true
	INTO lead_id, lead_submission_id, lead_created_at, is_repeat
	FROM leads
	WHERE content_hash = sent.content_hash
		AND (
			submission_id = sent.submission_id
			OR created_at BETWEEN received_at - interval '10 minutes' AND received_at + interval '10 minutes'
		)
	ORDER BY submission_id = sent.submission_id DESC
	LIMIT 1;
	IF FOUND THEN
		IF link_hash IS NOT NULL AND lead_submission_id = sent.submission_id THEN
			PERFORM add_request_link(store_lead.lead_id, link_hash);
		END IF;
		RETURN;
	END IF;

	IF judged_alone AND length(sent.message) >= 60 AND EXISTS (
		SELECT FROM leads WHERE hashtext(message) = hashtext(sent.message) AND length(message) >= 60
	) THEN
		SELECT count(DISTINCT lower(email)) INTO others FROM (
			SELECT email FROM leads
			WHERE hashtext(message) = hashtext(sent.message) AND message = sent.message
				AND length(message) >= 60 AND created_at > received_at - interval '1 day'
				AND lower(email) <> lower(sent.email) AND phone <> sent.phone
			LIMIT 1000
		) recent;
		IF others > 0 THEN RETURN; END IF;
	END IF;

	INSERT INTO leads (
		submission_id, content_hash, name, email, phone, phone_as_typed, address, service, message,
		town, is_outside, cannot_wait, entered_by,
		attribution, source, is_quarantined, quarantine_reasons,
		consent_text, consent_version, consent_page, consent_at, created_at
	) VALUES (
		sent.submission_id, sent.content_hash, sent.name, sent.email, sent.phone, sent.phone_as_typed,
		sent.address, sent.service, sent.message,
		sent.town, coalesce(sent.is_outside, false), coalesce(sent.cannot_wait, false), sent.entered_by,
		sent.attribution, sent.source, sent.is_quarantined, sent.quarantine_reasons,
		sent.consent_text, sent.consent_version, sent.consent_page,
		CASE WHEN sent.consent_version IS NOT NULL THEN received_at END, received_at
	)
	RETURNING id, submission_id, created_at, false
	INTO lead_id, lead_submission_id, lead_created_at, is_repeat;

	IF link_hash IS NOT NULL THEN
		INSERT INTO request_links (token_hash, lead_id) VALUES (link_hash, store_lead.lead_id);
	END IF;
	IF sent.entered_by IS NOT NULL THEN
		INSERT INTO lead_history (lead_id, kind, actor)
		VALUES (store_lead.lead_id, 'entered', sent.entered_by);
	END IF;
	IF sent.is_quarantined THEN
		INSERT INTO lead_history (lead_id, kind) VALUES (store_lead.lead_id, 'quarantined');
	ELSE
		queued := queue_deliveries(store_lead.lead_id);
	END IF;
	IF confirmation_client IS NOT NULL AND sent.email <> ''
		AND EXISTS (SELECT FROM settings WHERE key = 'visitorMails' AND (value -> 'sendsMails')::boolean) THEN
		queued := queued
			+ queue_confirmation(store_lead.lead_id, sent.email, confirmation_client, confirmation_lock);
	END IF;
	PERFORM pg_notify('leads_changed', '');
	IF queued > 0 THEN PERFORM pg_notify('deliveries_due', ''); END IF;
END $$;
