CREATE INDEX "leads_message" ON "leads" USING btree (hashtext(message),"created_at") WHERE length(message) >= 60;
--> statement-breakpoint
-- Written by hand from here on.
-- That a lead was received stands in the lead itself, with its time.
DELETE FROM lead_history WHERE kind = 'received';
--> statement-breakpoint
-- The same grams as before in one pass, which takes half the time. Indexes are made and analysed
-- with no search_path, so what is called in them is named with its schema.
CREATE OR REPLACE FUNCTION lead_grams(search_text text, created_at timestamptz) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	grams integer[] := ARRAY[
		public.lead_period(1, created_at), public.lead_period(16, created_at), public.lead_period(256, created_at)
	];
	size integer := length(search_text);
BEGIN
	FOR i IN 1 .. size LOOP
		grams := grams || hashtext(substr(search_text, i, 1));
		IF i < size THEN grams := grams || hashtext(substr(search_text, i, 2)); END IF;
		IF i < size - 1 THEN grams := grams || hashtext(substr(search_text, i, 3)); END IF;
	END LOOP;
	RETURN grams;
END $$;
--> statement-breakpoint
-- As before. A body in plpgsql is planned once for a connection; that of an SQL function is put into
-- the insert, and planned with it each time.
CREATE OR REPLACE FUNCTION lead_search_text(name text, email text, phone text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN public.fold_text(name) || E'\n' || public.fold_text(email) || E'\n' || regexp_replace(phone, '\D', '', 'g');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION address_key(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	RETURN left(nullif(nullif(btrim(regexp_replace(public.fold_text(address), '[^[:alnum:]]+', ' ', 'g')), 'not required'), ''), 200);
END $$;
--> statement-breakpoint
-- New leads come one by one: counting a row costs less than counting what a statement has added.
CREATE FUNCTION count_new_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO lead_count_deltas (hour, service, source, is_contacted, is_quarantined, change)
	VALUES (date_trunc('hour', NEW.created_at, 'UTC'), NEW.service, NEW.source, NEW.is_contacted, NEW.is_quarantined, 1);
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER leads_counted_insert ON leads;
--> statement-breakpoint
CREATE TRIGGER leads_counted_insert AFTER INSERT ON leads FOR EACH ROW EXECUTE FUNCTION count_new_lead();
--> statement-breakpoint
-- Makes a pending delivery of a lead for each active recipient and webhook, and says how many.
-- Doing so twice changes nothing.
CREATE FUNCTION queue_deliveries(for_lead bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	queued integer;
BEGIN
	INSERT INTO deliveries (lead_id, channel, recipient_id, webhook_id, target)
	SELECT for_lead, 'mail', id, NULL, email FROM notification_recipients WHERE is_active
	UNION ALL
	SELECT for_lead, 'webhook', NULL, id, url FROM webhooks WHERE is_active
	ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS queued = ROW_COUNT;
	RETURN queued;
END $$;
--> statement-breakpoint
-- Queues the confirmation to the visitor, unless a limit is reached, and says whether. Anybody can
-- type anybody's address into the form, so the limits keep it from becoming a way to send mail to
-- strangers: one to an address a day, three from a client a day, sixty in all an hour. They are
-- counted one after the other, under the lock `counting`.
CREATE FUNCTION queue_confirmation(for_lead bigint, address text, client text, counting bigint)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	queued integer;
BEGIN
	PERFORM pg_advisory_xact_lock(counting);
	WITH recent AS (
		SELECT target, client_hash, created_at FROM deliveries
		WHERE channel = 'confirmation' AND created_at > now() - interval '1 day'
	)
	INSERT INTO deliveries (lead_id, channel, target, client_hash)
	SELECT for_lead, 'confirmation', address, client
	WHERE (SELECT count(*) FROM recent WHERE lower(target) = lower(address)) < 1
		AND (SELECT count(*) FROM recent WHERE client_hash = client) < 3
		AND (SELECT count(*) FROM recent WHERE created_at > now() - interval '1 hour') < 60
	ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS queued = ROW_COUNT;
	RETURN queued;
END $$;
--> statement-breakpoint
-- Stores what a visitor sent, and what is to be told of it, all or nothing and in one round trip.
-- `entry` holds columns of `leads` by their names. The same content under the same submission_id at
-- any time, or under any within ten minutes, is the same lead. Each statement in here sees what had
-- been committed when it began, and so what the holder before us of the lock has stored.
--
-- With `judged_alone` the caller has judged the message as if nobody else had sent it within a day.
-- If somebody has, nothing is stored and `others` says how many, to be judged by that. Who shares the email or the phone number is the same person. Messages below
-- 60 characters are the same by chance, and no flood is counted beyond 1000.
CREATE FUNCTION store_lead(
	entry jsonb, judged_alone boolean, confirmation_client text, confirmation_lock bigint,
	OUT lead_id bigint, OUT lead_submission_id text, OUT lead_created_at timestamptz,
	OUT is_repeat boolean, OUT others integer, OUT queued integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	sent leads := jsonb_populate_record(NULL::leads, entry);
BEGIN
	others := 0;
	queued := 0;
	-- Repeats that arrive at once wait here for the first; requests that differ do not wait.
	PERFORM pg_advisory_xact_lock(hashtextextended(sent.content_hash, 0));

	SELECT id, submission_id, created_at, true
	INTO lead_id, lead_submission_id, lead_created_at, is_repeat
	FROM leads
	WHERE content_hash = sent.content_hash
		AND (submission_id = sent.submission_id OR created_at > now() - interval '10 minutes')
	LIMIT 1;
	IF FOUND THEN RETURN; END IF;

	IF judged_alone AND length(sent.message) >= 60 AND EXISTS (
		SELECT FROM leads WHERE hashtext(message) = hashtext(sent.message) AND length(message) >= 60
	) THEN
		SELECT count(DISTINCT lower(email)) INTO others FROM (
			SELECT email FROM leads
			WHERE hashtext(message) = hashtext(sent.message) AND message = sent.message
				AND length(message) >= 60 AND created_at > now() - interval '1 day'
				AND lower(email) <> lower(sent.email) AND phone <> sent.phone
			LIMIT 1000
		) recent;
		IF others > 0 THEN RETURN; END IF;
	END IF;

	INSERT INTO leads (
		submission_id, content_hash, name, email, phone, phone_as_typed, address, service, message,
		attribution, source, is_quarantined, quarantine_reasons,
		consent_text, consent_version, consent_page, consent_at
	) VALUES (
		sent.submission_id, sent.content_hash, sent.name, sent.email, sent.phone, sent.phone_as_typed,
		sent.address, sent.service, sent.message,
		sent.attribution, sent.source, sent.is_quarantined, sent.quarantine_reasons,
		sent.consent_text, sent.consent_version, sent.consent_page,
		CASE WHEN sent.consent_version IS NOT NULL THEN now() END
	)
	RETURNING id, submission_id, created_at, false
	INTO lead_id, lead_submission_id, lead_created_at, is_repeat;

	IF sent.is_quarantined THEN
		INSERT INTO lead_history (lead_id, kind) VALUES (store_lead.lead_id, 'quarantined');
	ELSE
		queued := queue_deliveries(store_lead.lead_id);
	END IF;
	IF confirmation_client IS NOT NULL THEN
		queued := queued
			+ queue_confirmation(store_lead.lead_id, sent.email, confirmation_client, confirmation_lock);
	END IF;
	-- An inbox that shows the quarantine is told too.
	INSERT INTO lead_changes (lead_id, kind)
	VALUES (store_lead.lead_id, CASE WHEN sent.is_quarantined THEN 'changed' ELSE 'received' END);
END $$;
