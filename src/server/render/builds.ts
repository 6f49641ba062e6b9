/**
 * Builds lie beside each other in `dist/pages` and `dist/program`, each in a folder that is named by the
 * content of its sources; the file `current` names the one to run. So a build never changes under a
 * running server.
 */
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dayMs } from '#/contracts/days.ts'
import { whyUnwritable } from '../runtime/data-folder.ts'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Where the builds of the pages are: scripts, styles, and what renders them. */
export const pageBuilds = join(dist, 'pages')

/** Where those of the server are. Each file in them is as deep as those of `src/server/render`. */
export const programBuilds = join(dist, 'program')

/** A process that serves an older build loads some of its files only when they are first needed. */
const keptMs = 7 * dayMs

const currentFile = (folder: string) => join(folder, 'current')

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The name of the build to run; undefined if there is none. */
export function currentName(folder = pageBuilds): string | undefined {
  try {
    const name = readFileSync(currentFile(folder), 'utf8').trim()
    return isThere(join(folder, name)) ? name : undefined
  } catch {
    return undefined
  }
}

/** The folder of the build to run. Throws if there is none. */
export function currentBuild(folder = pageBuilds): string {
  const name = currentName(folder)
  if (!name) throw new Error('The product isn’t built. Build it with: npm run build')
  return join(folder, name)
}

/** The folder of the build that was replaced last: pages that are open since then still ask for its files. */
export function previousBuild(folder = pageBuilds): string | undefined {
  const current = currentName(folder)
  const [last] = globSync('*/client', { cwd: folder })
    .map((client) => join(folder, dirname(client)))
    .filter((build) => build !== join(folder, current ?? ''))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  return last
}

/** Removes what was replaced long ago, and what an interrupted build has left. */
function removeOld(folder: string, current: string): void {
  for (const name of globSync('*', { cwd: folder })) {
    const path = join(folder, name)
    if (name === current || path === currentFile(folder)) continue
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Lets every user read a file, or a folder with all that is in it: who builds may not be who runs the
 * product, and may keep what they make private.
 */
function openToAll(path: string): void {
  for (const name of ['.', ...globSync('**/*', { cwd: path })]) {
    const each = join(path, name)
    chmodSync(each, statSync(each).isDirectory() ? 0o755 : 0o644)
  }
}

/** Makes a folder for a build that has begun. */
function makeUnfinished(folder: string, name: string): string {
  try {
    const made = mkdirSync(folder, { recursive: true })
    if (made) openToAll(made)
    return mkdtempSync(join(folder, `${name}.`))
  } catch (error) {
    throw new Error(
      `Nothing can be built in ${folder}: ${whyUnwritable(error)}. Run npm run build as the user who installed the product.`,
    )
  }
}

/** Has the next start run this build. */
function switchTo(name: string, folder: string): void {
  const before = currentName(folder)
  const written = join(folder, `current.${process.pid}`)
  writeFileSync(written, `${name}\n`)
  openToAll(written)
  renameSync(written, currentFile(folder))
  const now = new Date()
  // Its time tells when it was replaced.
  if (before && before !== name) utimesSync(join(folder, before), now, now)
  removeOld(folder, name)
}

/**
 * Adds a build, which `make` writes into the folder that it is given, and runs it from the next
 * start on. A build of this name that is there already is taken as it is.
 */
export async function addBuild(
  name: string,
  make: (folder: string) => Promise<void>,
  folder = pageBuilds,
): Promise<void> {
  const final = join(folder, name)
  if (!isThere(final)) {
    const unfinished = makeUnfinished(folder, name)
    try {
      await make(unfinished)
      openToAll(unfinished)
      renameSync(unfinished, final)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      // Of two that build the same at once, the second finds the folder of the first.
      if (!isThere(final)) throw error
    }
  }
  switchTo(name, folder)
}
