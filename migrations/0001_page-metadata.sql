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
