DROP TABLE "probes" CASCADE;--> statement-breakpoint
DELETE FROM "secrets" WHERE "name" = 'probe';
