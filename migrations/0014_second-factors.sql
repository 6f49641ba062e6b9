DROP INDEX "two_factors_user";--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "failed_verification_count";--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "locked_until";--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id");