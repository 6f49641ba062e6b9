ALTER TABLE "deliveries" RENAME COLUMN "reported_late_at" TO "reported_overdue_at";
--> statement-breakpoint
-- As before, but with one length of period: a search uses no other. Older entries of the index keep
-- the others, which does no harm.
CREATE OR REPLACE FUNCTION lead_grams(search_text text, created_at timestamptz) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	grams integer[] := ARRAY[public.lead_period(16, created_at)];
	size integer := length(search_text);
BEGIN
	FOR i IN 1 .. size LOOP
		grams := grams || hashtext(substr(search_text, i, 1));
		IF i < size THEN grams := grams || hashtext(substr(search_text, i, 2)); END IF;
		IF i < size - 1 THEN grams := grams || hashtext(substr(search_text, i, 3)); END IF;
	END LOOP;
	RETURN grams;
END $$;
