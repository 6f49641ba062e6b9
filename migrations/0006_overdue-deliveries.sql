ALTER TABLE "deliveries" RENAME COLUMN "reported_late_at" TO "reported_overdue_at";
