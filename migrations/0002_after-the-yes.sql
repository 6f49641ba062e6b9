CREATE TABLE "credit_requests" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"is_granted" boolean,
	"actor" text
);
--> statement-breakpoint
CREATE TABLE "fee_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fee_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contractor_id" bigint,
	"service" text,
	"event" text NOT NULL,
	"amount_cents" bigint,
	"percent" integer,
	"holds_from" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "fee_rules_one_price" CHECK (("fee_rules"."amount_cents" is null) <> ("fee_rules"."percent" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contractor_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"lead_id" bigint,
	"reference" text,
	"offer_id" bigint,
	"event" text,
	"rule_id" bigint,
	"reverses" bigint,
	"text" text DEFAULT '' NOT NULL,
	"service" text,
	"source" text,
	"town" text,
	"actor" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_statements" (
	"contractor_id" bigint NOT NULL,
	"month" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_statements_contractor_id_month_pk" PRIMARY KEY("contractor_id","month")
);
--> statement-breakpoint
CREATE TABLE "statement_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"day_of_month" integer,
	CONSTRAINT "statement_settings_one_row" CHECK ("statement_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "mail_setups" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"security" text NOT NULL,
	"user_name" text,
	"password" text,
	"from_name" text NOT NULL,
	"from_address" text NOT NULL,
	CONSTRAINT "mail_setups_one_row" CHECK ("mail_setups"."is_only")
);
--> statement-breakpoint
CREATE TABLE "contractor_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"contractor_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "muted_news" (
	"kind" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "owner_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "is_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "cannot_wait" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "entered_by" text;--> statement-breakpoint
ALTER TABLE "contractors" ADD COLUMN "most_open_offers" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "contractors" ADD COLUMN "offer_hours" jsonb;--> statement-breakpoint
ALTER TABLE "contractors" ADD COLUMN "figures_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "hand_back_reason" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "on_the_way_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "job_value_cents" bigint;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "owner_reason" text;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "place_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "claimed_reason" text;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "joined_to" bigint;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "is_parted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_rules" ADD CONSTRAINT "fee_rules_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_rule_id_fee_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."fee_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_ledger_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_statements" ADD CONSTRAINT "sent_statements_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contractor_links" ADD CONSTRAINT "contractor_links_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_news" ADD CONSTRAINT "owner_news_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_contractor" ON "ledger_entries" USING btree ("contractor_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_age" ON "ledger_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_offer" ON "ledger_entries" USING btree ("offer_id") WHERE "ledger_entries"."offer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reversed_once" ON "ledger_entries" USING btree ("reverses") WHERE "ledger_entries"."reverses" is not null;--> statement-breakpoint
CREATE INDEX "contractor_links_contractor" ON "contractor_links" USING btree ("contractor_id");--> statement-breakpoint
CREATE INDEX "owner_news_lead" ON "owner_news" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "owner_news_untold" ON "owner_news" USING btree ("kind","id") WHERE "owner_news"."told_at" is null;--> statement-breakpoint
CREATE INDEX "owner_news_unseen" ON "owner_news" USING btree ("id") WHERE "owner_news"."seen_at" is null;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_joined_to_leads_id_fk" FOREIGN KEY ("joined_to") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referrals_by_outcome" ON "referrals" USING btree ("outcome","lead_id");--> statement-breakpoint
CREATE INDEX "referrals_joined" ON "referrals" USING btree ("joined_to") WHERE "referrals"."joined_to" is not null;