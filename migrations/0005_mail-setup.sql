CREATE TABLE "mail_setups" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"security" text NOT NULL,
	"user_name" text,
	"password" text,
	"from_name" text NOT NULL,
	"from_address" text NOT NULL,
	CONSTRAINT "mail_setups_one_row" CHECK ("mail_setups"."is_only")
);
