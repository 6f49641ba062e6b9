import { createHash } from 'node:crypto'
import {
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { InlineConfig } from 'vite'
import { addBuild, currentName, pageBuilds, programBuilds } from '#/server/render/builds.ts'
import { runCommand } from './run-command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is built: where its builds are, the files and folders that it depends on, and how it is made. */
type Kind = { builds: string; inputs: string[]; make: (folder: string) => Promise<void> }

const sharedInputs = [
  'src/content',
  'src/contracts',
  'scripts/build.ts',
  'package.json',
  'package-lock.json',
]

/** The files at a path. Node's own `recursive` takes three times as long. Tests are in no build. */
function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) return filesAt(inside)
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? inside : []
  })
}

/** The name of a build of the sources as they are. */
function nameOfBuild({ inputs }: Kind): string {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((input) => filesAt(join(root, input))).sort()) {
    hash.update(`${relative(root, path)}\0`).update(readFileSync(path))
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

/** Calls Vite's build. Sets NODE_ENV meanwhile: under a test runner it would make a development build. */
async function bundle(...options: InlineConfig[]): Promise<void> {
  // Loaded only to build: every start of the server runs this file.
  const { build } = await import('vite').catch(() => {
    throw new Error('The build tools aren’t installed. Install them with: npm ci')
  })
  const envBefore = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    for (const each of options) await build({ root, logLevel: 'warn', ...each })
  } finally {
    if (envBefore === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = envBefore
  }
}

const pages: Kind = {
  builds: pageBuilds,
  inputs: [...sharedInputs, 'src/web', 'public', 'vite.config.ts'],
  async make(folder) {
    await bundle(
      { build: { outDir: join(folder, 'client') } },
      { build: { ssr: true, outDir: join(folder, 'server') } },
    )
    serveWhatServerNames(folder)
    precompress(folder)
  },
}

/** What runs as a process: the server, and what it starts for work of its own. Each name is there once. */
const entries = ['main.ts', 'backup/schedule/job.ts', 'referrals/photos/photo-process.ts']

/** The packages that stay as they are installed: they have files of their own, or are not installed. */
const unbundledPackages = ['pg-native', 'sharp', 'vite']

const program: Kind = {
  builds: programBuilds,
  inputs: [...sharedInputs, 'src/server'],
  make: (folder) =>
    bundle({
      configFile: false,
      ssr: { noExternal: true, external: unbundledPackages },
      build: {
        ssr: true,
        outDir: folder,
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: Object.fromEntries(
            entries.map((file) => [basename(file, '.ts'), `src/server/${file}`]),
          ),
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    }),
}

const kinds = [pages, program]

const listStale = () => kinds.filter((kind) => currentName(kind.builds) !== nameOfBuild(kind))

/** True if a build is missing or made from other sources than those here now. */
export const isStale = () => listStale().length > 0

/** Where `npm start` keeps what Node has compiled of the builds. */
const compiledCode = join(root, 'dist', 'compiled')

/** Builds the pages and the server's code where that is missing or stale. Returns whether it did. */
export async function buildIfStale(): Promise<boolean> {
  const stale = listStale()
  for (const file of stale.length > 0 ? globSync('*/*', { cwd: compiledCode }) : []) {
    rmSync(join(compiledCode, file), { force: true })
  }
  for (const kind of stale) await addBuild(nameOfBuild(kind), kind.make, kind.builds)
  return stale.length > 0
}

if (import.meta.main) {
  await runCommand(async () => ({ lines: [(await buildIfStale()) ? 'built' : 'nothing to build'] }))
}
