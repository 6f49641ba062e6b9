-- What contractors said a job came to stood in the event alone.
UPDATE "offers" SET "job_value_cents" = said."value" FROM (
  SELECT DISTINCT ON ("offer_id") "offer_id", ("data" ->> 'valueCents')::bigint "value" FROM "lead_events"
  WHERE "kind" = 'done' AND "data" ->> 'valueCents' IS NOT NULL ORDER BY "offer_id", "id" DESC
) said WHERE said."offer_id" = "offers"."id" AND "offers"."job_value_cents" IS NULL;
