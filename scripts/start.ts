/**
 * `npm start`: builds what is missing or stale, then serves. The script in package.json bounds the
 * memory for young objects (`--max-semi-space-size`, in MB): loading the code makes it grow to 96 MB
 * otherwise, which nothing needs afterwards and which is hardly ever given back.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isStale } from './build.ts'

process.env.NODE_ENV ??= 'production'
if (isStale()) {
  // In a process of its own, so that its memory goes with it.
  execFileSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url))])
  process.stdout.write('Built the pages.\n')
}
await import('#/server/main.ts')
