-- Written by hand up to the first table: what a generated column and an index are made with. These
-- functions are not in `functions/`, because a change of one is a migration: it must make that column or
-- index anew. PostgreSQL indexes and analyses without a search_path, so what is called in them is named
-- with its schema. A body in plpgsql is planned once for a connection; that of an SQL function would be
-- put into each insert, and planned with it.
--
-- Part of PostgreSQL's contrib. The owner of a database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Text as people type it when they search: without case, accents and line ends.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(lower(regexp_replace(
	regexp_replace(
		normalize(value, NFKD),
		-- Accents, and the invisible marks of pasted text.
		'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]',
		'', 'g'),
	'\s+', ' ', 'g')));
--> statement-breakpoint
-- The seven digits by which a lead is named over the phone; `lead-reference.ts` has the same rule.
CREATE FUNCTION lead_reference(submission_id text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	RETURN lpad((('x' || left(md5(submission_id), 8))::bit(32)::bigint % 10000000)::text, 7, '0');
END $$;
--> statement-breakpoint
-- What the search looks through: the digits of the phone, which begin behind a line break, the
-- reference, and everything that people wrote.
CREATE FUNCTION lead_search_text(
	phone text, submission_id text, name text, email text, address text, message text, noted text
) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN E'\n' || regexp_replace(phone, '\D', '', 'g')
		|| E'\n#' || public.lead_reference(submission_id)
		|| E'\n' || public.fold_text(concat_ws(' ', name, email, address, message, noted));
END $$;
--> statement-breakpoint
-- One form for one address, however it was typed, short enough for an index; null for what the contact
-- page's form sends in place of one.
CREATE FUNCTION address_key(address text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
	RETURN left(nullif(nullif(btrim(regexp_replace(public.fold_text(address), '[^[:alnum:]]+', ' ', 'g')), 'not required'), ''), 200);
END $$;
--> statement-breakpoint
CREATE TABLE "account_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"email" text NOT NULL,
	"role" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"requires_second_factor" boolean DEFAULT false NOT NULL,
	CONSTRAINT "account_settings_one_row" CHECK ("account_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"user_id" text,
	"who" text NOT NULL,
	"role" text,
	"address" text,
	"user_agent" text,
	"subject" text
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "leads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"submission_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"phone_as_typed" text NOT NULL,
	"address" text,
	"service" text NOT NULL,
	"message" text,
	"is_contacted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attribution" jsonb,
	"source" text DEFAULT 'unknown' NOT NULL,
	"consent_text" text,
	"consent_version" text,
	"consent_at" timestamp with time zone,
	"consent_page" text,
	"is_quarantined" boolean DEFAULT false NOT NULL,
	"quarantine_reasons" text[] DEFAULT '{}' NOT NULL,
	"first_contacted_at" timestamp with time zone,
	"contacted_by" text,
	"answer_minutes" integer,
	"noted" text,
	"search_text" text GENERATED ALWAYS AS (lead_search_text(phone, submission_id, name, email, address, message, noted)) STORED NOT NULL,
	"removal_id" bigint
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"leads" integer NOT NULL,
	"submission_ids" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "lead_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_removals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_removals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"runs_left" integer NOT NULL,
	"is_coming_back" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_retention" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"days" integer,
	"removes_until" timestamp with time zone,
	"last_run_at" timestamp with time zone,
	"deleted_leads" integer,
	"error" text,
	"removal_id" bigint
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"recipient_id" bigint,
	"webhook_id" bigint,
	"offer_id" bigint,
	"target" text NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"client_hash" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claim_token" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reported_overdue_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"problem" text,
	"waits_for_server" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_webhook_once" UNIQUE("lead_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"outcome" text NOT NULL,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "first_steps" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mail_tested_at" timestamp with time zone,
	"backed_up_at" timestamp with time zone,
	"put_away_at" timestamp with time zone,
	CONSTRAINT "first_steps_one_row" CHECK ("first_steps"."is_only")
);
--> statement-breakpoint
CREATE TABLE "lead_source_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "lead_source_settings_one_row" CHECK ("lead_source_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "notification_recipients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_url_unique" UNIQUE("url")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"lead_id" bigint PRIMARY KEY NOT NULL,
	"has_come" boolean NOT NULL,
	"stars" integer NOT NULL,
	"text" text NOT NULL,
	"may_publish" boolean NOT NULL,
	"shown_name" text,
	"shown_town" text,
	"rated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "ratings_stars" CHECK ("ratings"."stars" between 1 and 5),
	CONSTRAINT "ratings_shown_as_agreed" CHECK (not "ratings"."may_publish" or ("ratings"."text" <> '' and "ratings"."shown_name" <> '' and "ratings"."shown_name" is not null and "ratings"."shown_town" is not null)),
	CONSTRAINT "ratings_published_with_yes" CHECK ("ratings"."published_at" is null or "ratings"."may_publish")
);
--> statement-breakpoint
CREATE TABLE "contractors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contractors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"license_number" text NOT NULL,
	"license_expires_on" date NOT NULL,
	"insurance_expires_on" date NOT NULL,
	"services" text[] NOT NULL,
	"towns" text[] NOT NULL,
	"answers_emergencies" boolean NOT NULL,
	"most_offers_a_week" integer,
	"paused_until" date,
	"notes" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lapse_notices" (
	"contractor_id" bigint NOT NULL,
	"paper" text NOT NULL,
	"expires_on" date NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lapse_notices_contractor_id_paper_expires_on_pk" PRIMARY KEY("contractor_id","paper","expires_on")
);
--> statement-breakpoint
CREATE TABLE "offer_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"offer_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_automatic" boolean DEFAULT false NOT NULL,
	CONSTRAINT "offer_settings_one_row" CHECK ("offer_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"contractor_id" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"offered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"decline_reason" text,
	"call_at" timestamp with time zone,
	"offered_by" text
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"lead_id" bigint PRIMARY KEY NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"lost_reason" text,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"ran_out_at" timestamp with time zone,
	"outcome_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_photos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"image" "bytea" NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_additions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_additions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"town" text,
	"zip" text,
	"address" text,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"lead_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_mail_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sends_received" boolean DEFAULT false NOT NULL,
	CONSTRAINT "visitor_mail_settings_one_row" CHECK ("visitor_mail_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"due_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"file" text,
	"bytes" bigint,
	"leads" integer,
	"tried_at" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_taps" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "phone_taps_day_page_source_pk" PRIMARY KEY("day","page","source")
);
--> statement-breakpoint
CREATE TABLE "probes" (
	"due_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"duration_ms" integer,
	"problem" text,
	"told" text
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"seconds" double precision NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_records" (
	"page_path" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"keywords" text NOT NULL,
	"og_image" text NOT NULL,
	"canonical_url" text NOT NULL,
	"structured_data" text NOT NULL,
	"structured_data_mode" text NOT NULL,
	"h1_text" text NOT NULL,
	"image_alt_texts" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seo_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page_path" text NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	"fields" jsonb,
	CONSTRAINT "seo_revisions_version" UNIQUE("page_path","version")
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_removal_id_lead_removals_id_fk" FOREIGN KEY ("removal_id") REFERENCES "public"."lead_removals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_history" ADD CONSTRAINT "lead_history_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_recipient_id_notification_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."notification_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lapse_notices" ADD CONSTRAINT "lapse_notices_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_links" ADD CONSTRAINT "offer_links_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_photos" ADD CONSTRAINT "lead_photos_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_additions" ADD CONSTRAINT "request_additions_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_links" ADD CONSTRAINT "request_links_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_invitation" ON "account_links" USING btree ("email") WHERE "account_links"."purpose" = 'invitation';--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_submission" ON "leads" USING btree ("content_hash","submission_id") WHERE removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_removed" ON "leads" USING btree ("removal_id") WHERE removal_id is not null;--> statement-breakpoint
CREATE INDEX "leads_by_age" ON "leads" USING btree ("created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_quarantined" ON "leads" USING btree ("created_at","id") WHERE is_quarantined and removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_by_status" ON "leads" USING btree ("is_contacted","created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_by_service" ON "leads" USING btree ("service","created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_by_source" ON "leads" USING btree ("source","created_at","id") WHERE not is_quarantined and removal_id is null;--> statement-breakpoint
CREATE INDEX "leads_message" ON "leads" USING btree (hashtext(message),"created_at") WHERE length(message) >= 60;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" USING btree ("phone","id");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree (lower(email),"id");--> statement-breakpoint
CREATE INDEX "leads_address" ON "leads" USING btree (address_key(address),"id");--> statement-breakpoint
CREATE INDEX "leads_answered" ON "leads" USING btree ("first_contacted_at","answer_minutes") WHERE first_contacted_at is not null and not is_quarantined and removal_id is null;--> statement-breakpoint
CREATE INDEX "lead_history_lead" ON "lead_history" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "lead_notes_lead" ON "lead_notes" USING btree ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("lead_id","recipient_id") WHERE "deliveries"."channel" = 'mail';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_confirmation_once" ON "deliveries" USING btree ("lead_id") WHERE "deliveries"."channel" = 'confirmation';--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("channel","is_urgent",(attempts > 0),"due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("queued_at") WHERE "deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "deliveries_confirmations" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."channel" = 'confirmation';--> statement-breakpoint
CREATE INDEX "deliveries_introductions" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."channel" = 'introduction';--> statement-breakpoint
CREATE INDEX "deliveries_follow_ups" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."channel" = 'follow-up';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_follow_up_once" ON "deliveries" USING btree ("lead_id") WHERE "deliveries"."channel" = 'follow-up';--> statement-breakpoint
CREATE INDEX "deliveries_recipient" ON "deliveries" USING btree ("recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_offer_once" ON "deliveries" USING btree ("offer_id","channel") WHERE "deliveries"."offer_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_webhook" ON "deliveries" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_delivery" ON "delivery_attempts" USING btree ("delivery_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "notification_recipients_email" ON "notification_recipients" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "ratings_by_age" ON "ratings" USING btree ("rated_at");--> statement-breakpoint
CREATE INDEX "ratings_published" ON "ratings" USING btree ("published_at") WHERE "ratings"."published_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contractors_license_number" ON "contractors" USING btree ("license_number") WHERE "contractors"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "offer_links_offer" ON "offer_links" USING btree ("offer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_accepted" ON "offers" USING btree ("lead_id") WHERE "offers"."state" = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open_once" ON "offers" USING btree ("lead_id","contractor_id") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_lead" ON "offers" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "offers_expiry" ON "offers" USING btree ("expires_at") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_contractor" ON "offers" USING btree ("contractor_id","offered_at");--> statement-breakpoint
CREATE INDEX "offers_offered_at" ON "offers" USING btree ("offered_at");--> statement-breakpoint
CREATE INDEX "referrals_outcome_at" ON "referrals" USING btree ("outcome_at") WHERE "referrals"."outcome" in ('matched', 'done');--> statement-breakpoint
CREATE INDEX "referrals_automatic" ON "referrals" USING btree ("lead_id") WHERE "referrals"."is_automatic";--> statement-breakpoint
CREATE INDEX "referrals_ran_out" ON "referrals" USING btree ("ran_out_at") WHERE "referrals"."ran_out_at" is not null and "referrals"."outcome" = 'open';--> statement-breakpoint
CREATE INDEX "lead_photos_lead" ON "lead_photos" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "request_additions_lead" ON "request_additions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "request_links_lead" ON "request_links" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
-- Written by hand: JPEG is compressed already.
ALTER TABLE "lead_photos" ALTER COLUMN "image" SET STORAGE EXTERNAL, ALTER COLUMN "thumbnail" SET STORAGE EXTERNAL;
