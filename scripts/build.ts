import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'dist/inputs.sha256')

/** Everything that the built bundles depend on. */
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

/** Compresses once, as well as it goes, what would otherwise be compressed for every visitor. */
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

/** Vite would make a development build for a caller, such as a test runner, whose NODE_ENV says so. */
async function bundle(): Promise<void> {
  // Loaded only when there is something to build: every start passes through this file.
  const { build } = await import('vite')
  const options = { root, logLevel: 'warn' } as const
  const callersEnv = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({ ...options, build: { emptyOutDir: true } })
    await build({ ...options, build: { ssr: true, emptyOutDir: true } })
  } finally {
    if (callersEnv === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = callersEnv
  }
}

/** True unless what is built was built from what is there now. */
export const isStale = () => readStamp() !== hashInputs()

/** Builds the web side unless it is there and fresh. True if it built. */
export async function buildIfStale(): Promise<boolean> {
  const hash = hashInputs()
  if (readStamp() === hash) return false
  // A build that is broken off must not look fresh when its inputs are put back.
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
