-- Adds a link to a lead's request page. Only the newest twenty are valid.
CREATE OR REPLACE FUNCTION add_request_link(for_lead bigint, link_hash text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO request_links (token_hash, lead_id, created_at)
	VALUES (link_hash, for_lead, clock_timestamp()) ON CONFLICT DO NOTHING;
	DELETE FROM request_links WHERE token_hash IN (
		SELECT token_hash FROM request_links WHERE lead_id = for_lead
		ORDER BY created_at DESC, token_hash OFFSET 20
	);
END $$;
