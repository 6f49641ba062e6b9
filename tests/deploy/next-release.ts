import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addMigration } from '#tests/support/database/earlier-database.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Of which a release consists, with the builds of the earlier ones. */
const parts = [
  ...['dist', 'migrations', 'package-lock.json', 'package.json', 'public', 'scripts', 'src'],
  ...['tsconfig.json', 'vite.config.ts'],
]

/** Its migration, which writes every lead anew and keeps others from writing them meanwhile. */
const migration = '9999_next-release'
const sql = `ALTER TABLE "leads" ADD COLUMN "next_release" text DEFAULT 'yes';--> statement-breakpoint
UPDATE "leads" SET "next_release" = 'done';--> statement-breakpoint
CREATE INDEX "leads_next_release" ON "leads" ("next_release");
`

/** A release whose pages name another script, and whose database has a column more. */
type NextRelease = { folder: string; migration: string }

/** Makes the release that comes after this checkout: with a migration, and another script. */
export function makeNextRelease(folder: string): NextRelease {
  mkdirSync(folder)
  for (const part of parts) {
    cpSync(join(checkout, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  }
  symlinkSync(realpathSync(join(checkout, 'node_modules')), join(folder, 'node_modules'))
  addMigration(join(folder, 'migrations'), migration, sql)
  appendFileSync(
    join(folder, 'src/web/entries/entry-form.ts'),
    "\nconsole.info('the next release')\n",
  )
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'ignore' })
  return { folder, migration }
}
