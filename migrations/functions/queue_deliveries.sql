-- Makes a pending delivery of a lead for each active recipient and webhook, and returns their number.
-- A webhook that says it is gone has them too: it gets them once it is active again.
-- Doing so twice changes nothing.
CREATE OR REPLACE FUNCTION queue_deliveries(for_lead bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	queued integer;
	urgent boolean := (SELECT cannot_wait OR service = 'emergency-hvac' FROM leads WHERE id = for_lead);
BEGIN
	INSERT INTO deliveries (lead_id, channel, recipient_id, webhook_id, target, is_urgent)
	SELECT for_lead, 'mail', id, NULL, email, urgent FROM notification_recipients WHERE is_active
	UNION ALL
	SELECT for_lead, 'webhook', NULL, id, url, urgent FROM webhooks WHERE is_active OR gone_at IS NOT NULL
	ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS queued = ROW_COUNT;
	RETURN queued;
END $$;
