DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Written by hand from here on, but for the last statement. What was sent is never claimed again.
UPDATE "deliveries" SET "is_urgent" = true
FROM "leads" WHERE "leads"."id" = "lead_id" AND "service" = 'emergency-hvac' AND "state" <> 'sent';
--> statement-breakpoint
-- Removed leads that come back bring their deliveries as they are stored here.
UPDATE "removed_leads" SET "deliveries" = (
	SELECT jsonb_agg("delivery" || jsonb_build_object('is_urgent', "lead"->>'service' = 'emergency-hvac'))
	FROM jsonb_array_elements("deliveries") "delivery"
) WHERE "deliveries" <> '[]';
--> statement-breakpoint
-- Makes a pending delivery of a lead for each active recipient and webhook, and says how many.
-- Doing so twice changes nothing.
CREATE OR REPLACE FUNCTION queue_deliveries(for_lead bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	queued integer;
	urgent boolean := (SELECT service = 'emergency-hvac' FROM leads WHERE id = for_lead);
BEGIN
	INSERT INTO deliveries (lead_id, channel, recipient_id, webhook_id, target, is_urgent)
	SELECT for_lead, 'mail', id, NULL, email, urgent FROM notification_recipients WHERE is_active
	UNION ALL
	SELECT for_lead, 'webhook', NULL, id, url, urgent FROM webhooks WHERE is_active
	ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS queued = ROW_COUNT;
	RETURN queued;
END $$;
--> statement-breakpoint
-- As before, but that an emergency's confirmation is urgent too.
--
-- Queues the confirmation to the visitor, unless a limit is reached, and says whether. Anybody can
-- type anybody's address into the form, so the limits keep it from becoming a way to send mail to
-- strangers: one to an address a day, three from a client a day, sixty in all an hour. They are
-- counted one after the other, under the lock `counting`.
CREATE OR REPLACE FUNCTION queue_confirmation(for_lead bigint, address text, client text, counting bigint)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	queued integer;
	urgent boolean := (SELECT service = 'emergency-hvac' FROM leads WHERE id = for_lead);
BEGIN
	PERFORM pg_advisory_xact_lock(counting);
	WITH recent AS (
		SELECT target, client_hash, created_at FROM deliveries
		WHERE channel = 'confirmation' AND created_at > now() - interval '1 day'
	)
	INSERT INTO deliveries (lead_id, channel, target, client_hash, is_urgent)
	SELECT for_lead, 'confirmation', address, client, urgent
	WHERE (SELECT count(*) FROM recent WHERE lower(target) = lower(address)) < 1
		AND (SELECT count(*) FROM recent WHERE client_hash = client) < 3
		AND (SELECT count(*) FROM recent WHERE created_at > now() - interval '1 hour') < 60
	ON CONFLICT DO NOTHING;
	GET DIAGNOSTICS queued = ROW_COUNT;
	RETURN queued;
END $$;
--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("channel","is_urgent",(attempts > 0),"due_at") WHERE "deliveries"."state" = 'pending';
