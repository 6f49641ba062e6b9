/** `npm start`: builds what is missing or stale, then serves. */
import { buildIfStale } from './build.ts'

process.env.NODE_ENV ??= 'production'
if (await buildIfStale()) process.stdout.write('Built the pages.\n')
await import('#/server/main.ts')
