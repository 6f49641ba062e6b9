-- Queues the confirmation to the visitor unless a limit is reached, and returns the number of mails
-- queued: 1 or 0. Any visitor can type any address into the form, so the limits keep it from becoming a
-- way to send mail to strangers: one to an address a day, three from a client and twelve from a /48 of
-- IPv6 a day, sixty in all an hour. `client` is the client's hash, and behind a space that of the /48.
-- One transaction at a time counts them, under the lock `counting`.
CREATE OR REPLACE FUNCTION queue_confirmation(for_lead bigint, address text, client text, counting bigint)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	queued integer;
	urgent boolean := (SELECT cannot_wait OR service = 'emergency-hvac' FROM leads WHERE id = for_lead);
	network text := nullif(split_part(client, ' ', 2), '');
BEGIN
	PERFORM pg_advisory_xact_lock(counting);
	WITH recent AS (
		SELECT target, client_hash, created_at FROM deliveries
		WHERE channel = 'confirmation' AND created_at > now() - interval '1 day'
	)
	INSERT INTO deliveries (lead_id, channel, target, client_hash, is_urgent)
	SELECT for_lead, 'confirmation', address, client, urgent
	WHERE (SELECT count(*) FROM recent WHERE lower(target) = lower(address)) < 1
		AND (SELECT count(*) FROM recent
			WHERE split_part(client_hash, ' ', 1) = split_part(client, ' ', 1)) < 3
		AND (SELECT count(*) FROM recent WHERE split_part(client_hash, ' ', 2) = network) < 12
		AND (SELECT count(*) FROM recent WHERE created_at > now() - interval '1 hour') < 60
	ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS queued = ROW_COUNT;
	RETURN queued;
END $$;
