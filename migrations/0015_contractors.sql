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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "contractors_license_number" ON "contractors" USING btree ("license_number") WHERE "contractors"."removed_at" is null;