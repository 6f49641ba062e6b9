import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'dist/inputs.sha256')

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

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root }).sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}

/** Compresses the files at the best quality, which is too slow to do for each request. */
function precompress(): void {
  for (const file of globSync('dist/client/**/*.{js,css,svg,json,txt,webmanifest}', {
    cwd: root,
  })) {
    const path = join(root, file)
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Sets NODE_ENV meanwhile: under a test runner Vite would make a development build. */
async function bundle(): Promise<void> {
  // Loaded only to build: every start of the server runs this file.
  const { build } = await import('vite')
  const options = { root, logLevel: 'warn' } as const
  const envBefore = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({ ...options, build: { emptyOutDir: true } })
    await build({ ...options, build: { ssr: true, emptyOutDir: true } })
  } finally {
    if (envBefore === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = envBefore
  }
}

/** True if the build is missing or made from other sources than those here now. */
export const isStale = () => readStamp() !== hashInputs()

/** Builds the web side if the build is missing or stale. Answers whether it did. */
export async function buildIfStale(): Promise<boolean> {
  const hash = hashInputs()
  if (readStamp() === hash) return false
  // If this build fails, the stamp of the one before must not call what is left fresh.
  rmSync(stampFile, { force: true })
  await bundle()
  precompress()
  writeFileSync(stampFile, hash)
  return true
}

if (import.meta.main) {
  const built = await buildIfStale()
  process.stdout.write(built ? 'built\n' : 'nothing to build\n')
}
