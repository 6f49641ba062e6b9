-- A lead can be offered from now on. The server does so by itself, if the owner has set that.
CREATE OR REPLACE FUNCTION begin_offering(for_lead bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO referrals (lead_id, is_automatic)
	VALUES (for_lead, EXISTS (SELECT FROM settings WHERE key = 'offers' AND (value -> 'isAutomatic')::boolean))
	ON CONFLICT (lead_id) DO UPDATE SET is_automatic = true
	WHERE referrals.outcome = 'open' AND EXCLUDED.is_automatic;
END $$;
