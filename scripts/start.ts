/**
 * `npm start`: builds if the build is missing or stale, then serves. package.json limits the memory
 * for young objects (`--max-semi-space-size`, in MB), which otherwise grows to 96 MB while the code is
 * loaded and hardly ever shrinks again.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { currentBuild, programBuilds } from '#/server/render/builds.ts'
import { isStale } from './build.ts'

process.env.NODE_ENV ??= 'production'
if (isStale()) {
  // In another process, which gives its memory back at its end.
  const build = fileURLToPath(new URL('build.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, [build], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(1)
  process.stdout.write('Built the pages and the server.\n')
}
await import(pathToFileURL(join(currentBuild(programBuilds), 'main.js')).href)
