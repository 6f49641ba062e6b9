-- The rating of a lead goes from the site, and comes back, with the lead.
CREATE OR REPLACE FUNCTION tell_of_rating_of_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM ratings WHERE lead_id = NEW.id AND published_at IS NOT NULL) THEN
		PERFORM pg_notify('ratings_changed', '');
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER leads_rating_told AFTER UPDATE OF is_quarantined ON leads
FOR EACH ROW
WHEN (OLD.is_quarantined <> NEW.is_quarantined)
EXECUTE FUNCTION tell_of_rating_of_lead();
