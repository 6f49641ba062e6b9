-- A lead that is not in quarantine can be offered from the moment at which it is stored.
CREATE OR REPLACE FUNCTION offer_new_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM join_or_offer(NEW.id);
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER leads_offered AFTER INSERT ON leads
FOR EACH ROW WHEN (NOT NEW.is_quarantined) EXECUTE FUNCTION offer_new_lead();
