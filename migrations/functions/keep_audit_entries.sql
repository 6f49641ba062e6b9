-- Nothing that the product does can change an audit entry, or delete one of the last 400 days.
CREATE OR REPLACE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF OLD.at < now() - interval '400 days' THEN
			RETURN OLD;
		END IF;
	END IF;
	RAISE EXCEPTION 'audit entries are kept as they are for 400 days';
END $$;

CREATE OR REPLACE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();

CREATE OR REPLACE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();
