-- Written by hand: what the generated column and the indexes below are made with. The bodies are
-- bound when they are created, so that no search_path decides what they mean.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(lower(regexp_replace(
	regexp_replace(
		normalize(value, NFKD),
		-- Accents, and the invisible marks of pasted text.
		'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]',
		'', 'g'),
	'\s+', ' ', 'g')));
--> statement-breakpoint
CREATE FUNCTION lead_search_text(name text, email text, phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN fold_text(name) || E'\n' || fold_text(email) || E'\n' || regexp_replace(phone, '\D', '', 'g');
--> statement-breakpoint
-- Every run of so many characters, as numbers. A rare collision only costs a second look at the text.
CREATE FUNCTION text_grams(value text, size integer) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(SELECT hashtext(substr(value, i, size)) FROM generate_series(1, length(value) - size + 1) i);
--> statement-breakpoint
-- The period of so many days (below 1000) that an instant lies in, as a number of its own.
CREATE FUNCTION lead_period(days integer, at timestamptz) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN -(floor(extract(epoch FROM at) / 86400 / days)::integer * 1000 + days);
--> statement-breakpoint
-- What the search looks up: grams of one, two and three characters, and three lengths of period.
CREATE FUNCTION lead_grams(search_text text, created_at timestamptz) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN text_grams(search_text, 1) || text_grams(search_text, 2) || text_grams(search_text, 3)
	|| lead_period(1, created_at) || lead_period(16, created_at) || lead_period(256, created_at);
--> statement-breakpoint
-- One form for one address, however it was typed, short enough for an index; null for what the
-- contact page's form sends.
CREATE FUNCTION address_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(nullif(nullif(btrim(regexp_replace(fold_text(address), '[^[:alnum:]]+', ' ', 'g')), 'not required'), ''), 200);
--> statement-breakpoint
-- The end of what is written by hand at the top.

CREATE TABLE "erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"leads" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" bigint DEFAULT (pg_current_xact_id()::text::bigint) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_count_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_count_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hour" timestamp with time zone NOT NULL,
	"service" text NOT NULL,
	"source" text NOT NULL,
	"is_contacted" boolean NOT NULL,
	"is_quarantined" boolean NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"actor" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_hours" (
	"dimension" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"value" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "lead_hours_dimension_hour_value_pk" PRIMARY KEY("dimension","hour","value")
);
--> statement-breakpoint
CREATE TABLE "lead_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_retention" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"days" integer,
	"last_run_at" timestamp with time zone,
	"deleted_leads" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "lead_totals" (
	"service" text NOT NULL,
	"source" text NOT NULL,
	"is_contacted" boolean NOT NULL,
	"is_quarantined" boolean NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "lead_totals_service_source_is_contacted_is_quarantined_pk" PRIMARY KEY("service","source","is_contacted","is_quarantined")
);
--> statement-breakpoint
DROP INDEX "leads_newest_first";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "attribution" jsonb;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "source" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent_text" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "consent_page" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "is_quarantined" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "quarantine_reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "first_contacted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "contacted_by" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "answer_minutes" integer;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lead_search_text(name, email, phone)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_history" ADD CONSTRAINT "lead_history_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_changes_transaction" ON "lead_changes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "lead_changes_age" ON "lead_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lead_history_lead" ON "lead_history" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "lead_notes_lead" ON "lead_notes" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "leads_by_age" ON "leads" USING btree ("created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_quarantined" ON "leads" USING btree ("created_at","id") WHERE is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_status" ON "leads" USING btree ("is_contacted","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_service" ON "leads" USING btree ("service","is_contacted","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_source" ON "leads" USING btree ("source","is_contacted","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_by_service_and_source" ON "leads" USING btree ("service","source","is_contacted","created_at","id") WHERE not is_quarantined;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin (lead_grams(search_text, created_at));--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" USING btree ("phone","id");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree (lower(email),"id");--> statement-breakpoint
CREATE INDEX "leads_address" ON "leads" USING btree (address_key(address),"id");--> statement-breakpoint
CREATE INDEX "leads_answered" ON "leads" USING btree ("first_contacted_at","answer_minutes") WHERE first_contacted_at is not null and not is_quarantined;--> statement-breakpoint
-- Written by hand from here on: counts kept by triggers, and what earlier rows need.
CREATE FUNCTION count_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO lead_count_deltas (hour, service, source, is_contacted, is_quarantined, change)
		SELECT date_trunc('hour', created_at, 'UTC'), service, source, is_contacted, is_quarantined, -count(*)
		FROM gone GROUP BY 1, 2, 3, 4, 5;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO lead_count_deltas (hour, service, source, is_contacted, is_quarantined, change)
		SELECT date_trunc('hour', created_at, 'UTC'), service, source, is_contacted, is_quarantined, count(*)
		FROM come GROUP BY 1, 2, 3, 4, 5;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER leads_counted_insert AFTER INSERT ON leads
REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
--> statement-breakpoint
CREATE TRIGGER leads_counted_update AFTER UPDATE ON leads
REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
--> statement-breakpoint
CREATE TRIGGER leads_counted_delete AFTER DELETE ON leads
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
--> statement-breakpoint
INSERT INTO lead_count_deltas (hour, service, source, is_contacted, is_quarantined, change)
SELECT date_trunc('hour', created_at, 'UTC'), service, source, is_contacted, is_quarantined, count(*)
FROM leads GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO lead_history (lead_id, kind, created_at) SELECT id, 'received', created_at FROM leads;
