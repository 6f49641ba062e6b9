/**
 * `npm start`: builds if the build is missing or stale, then serves. package.json limits the memory
 * for young objects (`--max-semi-space-size`, in MB), which otherwise grows to 96 MB while the code is
 * loaded and hardly ever shrinks again.
 */
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Before any of our modules is loaded. Without the right to write there, Node compiles at each start.
enableCompileCache(fileURLToPath(new URL('../dist/compiled', import.meta.url)))
const { currentBuild, programBuilds } = await import('#/server/render/builds.ts')
const { isStale } = await import('./build.ts')

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
