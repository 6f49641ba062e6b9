CREATE TABLE "phone_taps" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "phone_taps_day_page_source_pk" PRIMARY KEY("day","page","source")
);
