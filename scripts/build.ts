import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { addBuild, currentName } from '#/server/render/builds.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every file that the build depends on. */
const inputs = [
  'src/web/**',
  'src/content/**',
  'src/contracts/**',
  'public/**',
  'scripts/build.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** The name of a build of the sources as they are. */
function nameOfBuild(): string {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Compresses the files at the best quality, which is too slow to do for each request. */
function precompress(folder: string): void {
  for (const file of globSync('client/**/*.{js,css,svg,json,txt,webmanifest}', { cwd: folder })) {
    const path = join(folder, file)
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Moves what only the server's documents name, such as drawings, to the files that browsers get. */
function serveWhatServerNames(folder: string): void {
  for (const name of globSync('assets/*', { cwd: join(folder, 'server') })) {
    if (!name.endsWith('.js'))
      renameSync(join(folder, 'server', name), join(folder, 'client', name))
  }
}

/** Sets NODE_ENV meanwhile: under a test runner Vite would make a development build. */
async function bundle(folder: string): Promise<void> {
  // Loaded only to build: every start of the server runs this file.
  const { build } = await import('vite')
  const options = { root, logLevel: 'warn' } as const
  const envBefore = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({ ...options, build: { outDir: join(folder, 'client') } })
    await build({ ...options, build: { ssr: true, outDir: join(folder, 'server') } })
    serveWhatServerNames(folder)
  } finally {
    if (envBefore === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = envBefore
  }
}

/** True if the build is missing or made from other sources than those here now. */
export const isStale = () => currentName() !== nameOfBuild()

/** Builds the web side if the build is missing or stale. Answers whether it did. */
export async function buildIfStale(): Promise<boolean> {
  if (!isStale()) return false
  await addBuild(nameOfBuild(), async (folder) => {
    await bundle(folder)
    precompress(folder)
  })
  return true
}

if (import.meta.main) {
  const built = await buildIfStale()
  process.stdout.write(built ? 'built\n' : 'nothing to build\n')
}
