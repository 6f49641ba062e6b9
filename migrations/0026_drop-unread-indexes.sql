DROP INDEX "leads_answered";--> statement-breakpoint
DROP INDEX "deliveries_follow_ups";--> statement-breakpoint
DROP INDEX "deliveries_recipient";--> statement-breakpoint
DROP INDEX "deliveries_webhook";