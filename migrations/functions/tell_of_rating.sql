-- Every process shows the published ratings. It is told when one of them comes, changes or goes, also
-- when that happens because its lead is deleted.
CREATE OR REPLACE FUNCTION tell_of_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (TG_OP <> 'INSERT' AND OLD.published_at IS NOT NULL)
		OR (TG_OP <> 'DELETE' AND NEW.published_at IS NOT NULL)
	THEN
		PERFORM pg_notify('ratings_changed', '');
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ratings_told AFTER INSERT OR UPDATE OR DELETE ON ratings
FOR EACH ROW EXECUTE FUNCTION tell_of_rating();
