-- The leads that retention has not removed, with all columns but the mark of the removal. The product
-- reads and changes leads through it; a column that a migration adds to `leads` is in it at once.
DO $$ BEGIN
	EXECUTE (
		SELECT 'CREATE OR REPLACE VIEW visible_leads AS SELECT '
			|| string_agg(quote_ident(attname), ', ' ORDER BY attnum)
			|| ' FROM leads WHERE removal_id IS NULL'
		FROM pg_attribute
		WHERE attrelid = 'leads'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'removal_id'
	);
END $$;
