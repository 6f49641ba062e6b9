import { defineConfig } from 'drizzle-kit'

/**
 * `npx drizzle-kit generate --name what-changed` writes the next migration from the tables. Functions,
 * triggers and views stand in `migrations/functions/`. It compares with the newest snapshot alone: the one
 * before it is deleted.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/tables/*-tables.ts',
  out: './migrations',
})
