CREATE TABLE "backups" (
	"due_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"file" text,
	"bytes" bigint,
	"leads" integer,
	"tried_at" timestamp with time zone,
	"problem" text
);
