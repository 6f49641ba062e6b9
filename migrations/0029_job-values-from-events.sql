-- What came to stand in an offer without an event, as an owner typed it.
INSERT INTO "lead_events" ("lead_id", "kind", "offer_id", "by", "at", "data")
  SELECT "lead_id", 'job-valued', "id", 'server', now(), jsonb_build_object('valueCents', "job_value_cents")
  FROM "offers" WHERE "job_value_cents" IS NOT NULL;--> statement-breakpoint
-- What contractors said stood in the event alone.
UPDATE "offers" SET "job_value_cents" = said."value" FROM (
  SELECT DISTINCT ON ("offer_id") "offer_id", ("data" ->> 'valueCents')::bigint "value" FROM "lead_events"
  WHERE "kind" = 'done' AND "data" ->> 'valueCents' IS NOT NULL ORDER BY "offer_id", "id" DESC
) said WHERE said."offer_id" = "offers"."id" AND "offers"."job_value_cents" IS NULL;--> statement-breakpoint
UPDATE "lead_events" SET "data" = jsonb_set("data", '{state,offers}', (
  SELECT jsonb_agg("offer" || '{"jobValueCents": null}' ORDER BY "place")
  FROM jsonb_array_elements("data" -> 'state' -> 'offers') WITH ORDINALITY made("offer", "place")))
  WHERE "kind" = 'carried-over' AND jsonb_array_length("data" -> 'state' -> 'offers') > 0;
