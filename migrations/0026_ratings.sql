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
ALTER TABLE "removed_leads" ADD COLUMN "ratings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "outcome_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ratings_by_age" ON "ratings" USING btree ("rated_at");--> statement-breakpoint
CREATE INDEX "ratings_published" ON "ratings" USING btree ("published_at") WHERE "ratings"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_follow_ups" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."channel" = 'follow-up';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_follow_up_once" ON "deliveries" USING btree ("lead_id") WHERE "deliveries"."channel" = 'follow-up';--> statement-breakpoint
CREATE INDEX "referrals_outcome_at" ON "referrals" USING btree ("outcome_at") WHERE "referrals"."outcome" in ('matched', 'done');
--> statement-breakpoint
-- Written by hand from here on. When it became so, as far as the histories know.
UPDATE "referrals" SET "outcome_at" = (
	SELECT max("created_at") FROM "lead_history"
	WHERE "lead_id" = "referrals"."lead_id" AND "kind" IN ('accepted', 'agreed', 'outcome')
) WHERE "outcome" <> 'open';
--> statement-breakpoint
-- Every process shows the published ratings: it is told when one of them comes, changes or goes,
-- with whatever its lead goes with too.
CREATE FUNCTION tell_of_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (TG_OP <> 'INSERT' AND OLD.published_at IS NOT NULL)
		OR (TG_OP <> 'DELETE' AND NEW.published_at IS NOT NULL)
	THEN
		PERFORM pg_notify('ratings_changed', '');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ratings_told AFTER INSERT OR UPDATE OR DELETE ON ratings FOR EACH ROW
EXECUTE FUNCTION tell_of_rating();
--> statement-breakpoint
CREATE FUNCTION tell_of_rating_of_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM ratings WHERE lead_id = NEW.id AND published_at IS NOT NULL) THEN
		PERFORM pg_notify('ratings_changed', '');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER leads_rating_told AFTER UPDATE OF is_quarantined ON leads FOR EACH ROW
WHEN (OLD.is_quarantined <> NEW.is_quarantined) EXECUTE FUNCTION tell_of_rating_of_lead();
