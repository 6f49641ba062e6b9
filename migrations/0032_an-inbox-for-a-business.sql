-- Part of PostgreSQL's contrib. Whoever owns a database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
DROP TRIGGER leads_counted_insert ON leads;
--> statement-breakpoint
DROP TRIGGER leads_counted_update ON leads;
--> statement-breakpoint
DROP TRIGGER leads_counted_delete ON leads;
--> statement-breakpoint
DROP FUNCTION count_leads();
--> statement-breakpoint
DROP FUNCTION count_new_lead();
--> statement-breakpoint
DROP TABLE "lead_changes";
--> statement-breakpoint
DROP TABLE "lead_count_deltas";
--> statement-breakpoint
DROP TABLE "lead_hours";
--> statement-breakpoint
DROP TABLE "lead_totals";
--> statement-breakpoint
DROP INDEX "leads_by_service_and_source";
--> statement-breakpoint
DROP INDEX "leads_by_service";
--> statement-breakpoint
DROP INDEX "leads_by_source";
--> statement-breakpoint
DROP INDEX "leads_reference";
--> statement-breakpoint
DROP INDEX "leads_search";
--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "search_text";
--> statement-breakpoint
DROP FUNCTION lead_search_text(text, text, text);
--> statement-breakpoint
DROP FUNCTION lead_grams(text, timestamptz);
--> statement-breakpoint
DROP FUNCTION text_grams(text, integer);
--> statement-breakpoint
DROP FUNCTION text_runs(text);
--> statement-breakpoint
DROP FUNCTION lead_period(integer, timestamptz);
--> statement-breakpoint
-- What the search looks through: the digits of the phone, which begin behind a line break, the
-- reference, and everything that people wrote, as people type it: without case, accents and line ends.
CREATE FUNCTION lead_search_text(
	phone text, submission_id text, name text, email text, address text, message text, noted text
) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN E'\n' || regexp_replace(phone, '\D', '', 'g')
		|| E'\n#' || public.lead_reference(submission_id)
		|| E'\n' || public.fold_text(concat_ws(' ', name, email, address, message, noted));
END $$;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "noted" text;
--> statement-breakpoint
UPDATE leads SET noted = texts FROM (
	SELECT lead_id, string_agg(text, E'\n' ORDER BY id) texts FROM lead_notes GROUP BY lead_id
) notes WHERE leads.id = lead_id;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lead_search_text(phone, submission_id, name, email, address, message, noted)) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "leads_by_service" ON "leads" USING btree ("service","created_at","id") WHERE not is_quarantined;
--> statement-breakpoint
CREATE INDEX "leads_by_source" ON "leads" USING btree ("source","created_at","id") WHERE not is_quarantined;
--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
-- As before, but that it stores nothing of the change: open inboxes are told by a signal alone.
--
-- Stores what a visitor sent, and what is to be told of it, all or nothing and in one round trip.
-- `entry` holds columns of `leads` by their names. The same content under the same submission_id at
-- any time, or under any within ten minutes, is the same lead. An entry with a `created_at` was
-- received then, and waited in a journal. Each statement in here sees what had
-- been committed when it began, and so what the holder before us of the lock has stored.
--
-- With `judged_alone` the caller has judged the message as if nobody else had sent it within a day.
-- If somebody has, nothing is stored and `others` says how many, to be judged by that. Who shares the email or the phone number is the same person. Messages below
-- 60 characters are the same by chance, and no flood is counted beyond 1000.
--
-- `link_hash` is that of the token in the link to the request page. A repeat gets another link to
-- the same lead, but only under the same submission_id: whoever knows what somebody else has typed
-- must not see what that person adds later.
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
		attribution, source, is_quarantined, quarantine_reasons,
		consent_text, consent_version, consent_page, consent_at, created_at
	) VALUES (
		sent.submission_id, sent.content_hash, sent.name, sent.email, sent.phone, sent.phone_as_typed,
		sent.address, sent.service, sent.message,
		sent.attribution, sent.source, sent.is_quarantined, sent.quarantine_reasons,
		sent.consent_text, sent.consent_version, sent.consent_page,
		CASE WHEN sent.consent_version IS NOT NULL THEN received_at END, received_at
	)
	RETURNING id, submission_id, created_at, false
	INTO lead_id, lead_submission_id, lead_created_at, is_repeat;

	IF link_hash IS NOT NULL THEN
		INSERT INTO request_links (token_hash, lead_id) VALUES (link_hash, store_lead.lead_id);
	END IF;
	IF sent.is_quarantined THEN
		INSERT INTO lead_history (lead_id, kind) VALUES (store_lead.lead_id, 'quarantined');
	ELSE
		queued := queue_deliveries(store_lead.lead_id);
	END IF;
	IF confirmation_client IS NOT NULL AND EXISTS (SELECT FROM visitor_mail_settings WHERE sends_received) THEN
		queued := queued
			+ queue_confirmation(store_lead.lead_id, sent.email, confirmation_client, confirmation_lock);
	END IF;
END $$;
