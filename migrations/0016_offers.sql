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
	"ran_out_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_once";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "offer_id" bigint;--> statement-breakpoint
ALTER TABLE "removed_leads" ADD COLUMN "referrals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_leads" ADD COLUMN "offers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_leads" ADD COLUMN "offer_links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_links" ADD CONSTRAINT "offer_links_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_links_offer" ON "offer_links" USING btree ("offer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_accepted" ON "offers" USING btree ("lead_id") WHERE "offers"."state" = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open_once" ON "offers" USING btree ("lead_id","contractor_id") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_lead" ON "offers" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "offers_expiry" ON "offers" USING btree ("expires_at") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_contractor" ON "offers" USING btree ("contractor_id","offered_at");--> statement-breakpoint
CREATE INDEX "referrals_automatic" ON "referrals" USING btree ("lead_id") WHERE "referrals"."is_automatic";--> statement-breakpoint
CREATE INDEX "referrals_ran_out" ON "referrals" USING btree ("ran_out_at") WHERE "referrals"."ran_out_at" is not null and "referrals"."outcome" = 'open';--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("lead_id","recipient_id") WHERE "deliveries"."channel" = 'mail';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_offer_once" ON "deliveries" USING btree ("offer_id","channel") WHERE "deliveries"."offer_id" is not null;