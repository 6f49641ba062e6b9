ALTER TABLE "contractors" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_offered_at" ON "offers" USING btree ("offered_at");