-- Text as people type it when they search: without case, accents and line ends, and with one apostrophe
-- and one hyphen, whatever a phone puts in their place. `search-text.ts` has the same rule.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(lower(regexp_replace(
	regexp_replace(
		translate(
			normalize(value, NFKD),
			E'\u02bb\u02bc\u2018\u2019\u201b\u2032`\u2010\u2012\u2013\u2014\u2015\u2212',
			'''''''''''''''------'
		),
		-- Accents, and the invisible marks of pasted text.
		'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]',
		'', 'g'),
	'\s+', ' ', 'g')));
--> statement-breakpoint
-- Computes what the search looks through anew, where it has any of them.
UPDATE "leads" SET "noted" = "noted"
WHERE "search_text" ~ '[\u02bb\u02bc\u2018\u2019\u201b\u2032`\u2010\u2012-\u2015\u2212]';
