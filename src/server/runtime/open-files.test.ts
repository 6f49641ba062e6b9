import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { mostConnections } from './open-files.ts'

test('connections leave enough for files, and too few stop the start', () => {
  expect(mostConnections(1024)).toBe(896)
  expect(() => mostConnections(256)).toThrow(
    'This process may open 256 files and connections at once, and needs 512. Raise the limit with ulimit -n.',
  )
})

const hasUlimit = process.platform !== 'win32'

test.runIf(hasUlimit)('a start with too few says so in one line', () => {
  const start = 'ulimit -n 256 && exec "$0" src/server/main.ts'
  const { status, stderr } = spawnSync('sh', ['-c', start, process.execPath], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    'This process may open 256 files and connections at once, and needs 512. Raise the limit with ulimit -n.\n',
  ])
  const script =
    "import('./src/server/runtime/open-files.ts').then(f=>console.log(f.mostConnections()))"
  const print = `ulimit -n 600 && exec "$0" -e "${script}"`
  expect(execFileSync('sh', ['-c', print, process.execPath], { encoding: 'utf8' })).toBe('472\n')
})
