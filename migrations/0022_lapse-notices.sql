CREATE TABLE "lapse_notices" (
	"contractor_id" bigint NOT NULL,
	"paper" text NOT NULL,
	"expires_on" date NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "lapse_notices_contractor_id_paper_expires_on_pk" PRIMARY KEY("contractor_id","paper","expires_on")
);
--> statement-breakpoint
ALTER TABLE "lapse_notices" ADD CONSTRAINT "lapse_notices_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE cascade ON UPDATE no action;