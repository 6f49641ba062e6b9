CREATE TABLE "probes" (
	"due_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"duration_ms" integer,
	"problem" text,
	"told" text
);
