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
CREATE TABLE "removed_photos" (
	"id" bigint PRIMARY KEY NOT NULL,
	"lead_id" bigint NOT NULL,
	"image" "bytea" NOT NULL,
	"thumbnail" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_photos" ADD CONSTRAINT "lead_photos_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_photos" ADD CONSTRAINT "removed_photos_lead_id_removed_leads_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."removed_leads"("lead_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_photos_lead" ON "lead_photos" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "removed_photos_lead" ON "removed_photos" USING btree ("lead_id");--> statement-breakpoint
-- Written by hand from here on: JPEG is compressed already.
ALTER TABLE "lead_photos" ALTER COLUMN "image" SET STORAGE EXTERNAL, ALTER COLUMN "thumbnail" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "removed_photos" ALTER COLUMN "image" SET STORAGE EXTERNAL, ALTER COLUMN "thumbnail" SET STORAGE EXTERNAL;
