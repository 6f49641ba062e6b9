-- Nothing that the product does can change an entry of the ledger, or delete one.
CREATE OR REPLACE FUNCTION keep_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		IF NOT EXISTS (SELECT FROM ledger_entries) THEN
			RETURN NULL;
		END IF;
	END IF;
	RAISE EXCEPTION 'entries of the ledger are kept as they are: add one that reverses them';
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION keep_ledger_entries();

CREATE OR REPLACE TRIGGER ledger_entries_not_truncated BEFORE TRUNCATE ON ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_entries();
