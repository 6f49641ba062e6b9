-- The server offers a lead by itself, if the owner has set that.
CREATE OR REPLACE FUNCTION begin_offering(for_lead bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM offer_settings WHERE is_automatic) THEN RETURN; END IF;
	INSERT INTO referrals (lead_id, is_automatic) VALUES (for_lead, true)
	ON CONFLICT (lead_id) DO UPDATE SET is_automatic = true WHERE referrals.outcome = 'open';
END $$;
