CREATE TABLE "lead_reminders" (
	"lead_id" bigint PRIMARY KEY NOT NULL,
	"remind_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"clock_since" timestamp with time zone,
	"user_id" text,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "lead_reminders" ADD CONSTRAINT "lead_reminders_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_reminders" ADD CONSTRAINT "lead_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_reminders_due" ON "lead_reminders" USING btree ("remind_at") WHERE told_at is null;