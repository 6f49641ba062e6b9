import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'
import { addBuild, currentBuild, currentName } from './builds.ts'

/** A folder for builds, and the function that adds one with these files for browsers. */
function emptyDist() {
  const { path } = testFolder()
  const build = (name: string, files: Record<string, string>) =>
    addBuild(
      name,
      async (folder) => {
        for (const [file, text] of Object.entries(files)) {
          const target = join(folder, 'client', file)
          mkdirSync(dirname(target), { recursive: true })
          writeFileSync(target, text)
        }
      },
      path,
    )
  const served = () => {
    const cwd = join(currentBuild(path), 'client')
    return globSync('**/*.js', { cwd }).map((file) => [file, readFileSync(join(cwd, file), 'utf8')])
  }
  const replacedHoursAgo = (name: string, hours: number) => {
    const time = Date.now() / 1000 - hours * 3600
    utimesSync(join(path, name), time, time)
  }
  return { path, build, served, replacedHoursAgo }
}

test('a build that fails leaves the one before, and nothing else', async () => {
  const { path, build, served } = emptyDist()
  await build('one', { 'assets/page.js': 'first' })
  const failing = addBuild(
    'two',
    async (folder) => {
      mkdirSync(join(folder, 'client'))
      throw new Error('no room')
    },
    path,
  )
  await expect(failing).rejects.toThrow('no room')
  expect(currentName(path)).toBe('one')
  expect(served()).toEqual([['assets/page.js', 'first']])
})

test('of two that build the same at once both succeed, and one build is there', async () => {
  const { path, build, served } = emptyDist()
  const files = { 'assets/page.js': 'once' }
  await Promise.all([build('one', files), build('one', files)])
  expect(currentBuild(path)).toBe(join(path, 'one'))
  expect(served()).toEqual([['assets/page.js', 'once']])
})

test('what one user has built every other can run, whatever that user keeps private', async () => {
  const { path } = emptyDist()
  const folder = join(path, 'dist', 'pages')
  const own = process.umask(0o077)
  onTestFinished(() => void process.umask(own))
  const make = async (build: string) => {
    mkdirSync(join(build, 'client'))
    writeFileSync(join(build, 'client/page.js'), '')
    chmodSync(join(build, 'client/page.js'), 0o600)
  }
  await addBuild('one', make, folder)
  const modes = globSync('**', { cwd: join(path, 'dist') }).map((file) => [
    file,
    (statSync(join(path, 'dist', file)).mode & 0o777).toString(8),
  ])
  expect(Object.fromEntries(modes)).toEqual({
    '.': '755',
    pages: '755',
    'pages/current': '644',
    'pages/one': '755',
    'pages/one/client': '755',
    'pages/one/client/page.js': '644',
  })
  const notAFolder = join(folder, 'current')
  await expect(addBuild('two', make, notAFolder)).rejects.toThrow(
    `Nothing can be built in ${notAFolder}: a file is in its place. Run npm run build as the user who installed the product.`,
  )
})

test('builds that were replaced long ago are removed; the one that is served never is', async () => {
  const { path, build, replacedHoursAgo } = emptyDist()
  await build('one', { 'assets/page.js': 'first' })
  await build('two', { 'assets/page.js': 'second' })
  replacedHoursAgo('one', 8 * 24)
  replacedHoursAgo('two', 8 * 24)
  await build('three', { 'assets/page.js': 'third' })
  expect(existsSync(join(path, 'one'))).toBe(false)
  expect(existsSync(join(path, 'two'))).toBe(true)
  replacedHoursAgo('three', 8 * 24)
  await addBuild('three', async () => {}, path)
  expect(currentName(path)).toBe('three')
})
