import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Cut, findAfter } from './after-cut.ts'
import { materialise } from './materialise.ts'
import type { Recorded } from './records.ts'
import { seeded } from './seeded.ts'
import {
  type CountsSync,
  firstContent,
  inodesBelow,
  SimulatedDisk,
  type SimulatedFile,
} from './simulated-disk.ts'

let folder: ReturnType<typeof temporaryFolder>
let origin: string
beforeEach(() => {
  folder = temporaryFolder()
  origin = join(folder.path, 'origin')
  mkdirSync(join(origin, 'journal'), { recursive: true })
  writeFileSync(join(origin, 'kept'), 'before')
})
afterEach(() => folder.remove())

const inodeOf = (path: string) => statSync(join(origin, path)).ino
const created = 1
const write = (inode: number, text: string, offset = 0): Recorded => {
  const bytes = Buffer.from(text)
  return { kind: 'write', inode, offset, size: bytes.length, bytes }
}
const sync = (inode: number, id = inode): [Recorded, Recorded] => [
  { kind: 'syncBegins', inode, id },
  { kind: 'syncEnds', inode, id },
]

/** What a file holds after cuts at the end of some records: all that was seen. */
function contentsAfter(
  path: string,
  records: readonly Recorded[],
  keeps: Cut['keeps'],
  countsSync?: CountsSync,
) {
  const disk = SimulatedDisk.of(origin, inodesBelow(origin), countsSync)
  for (const record of records) disk.apply(record)
  const first = (file: SimulatedFile) => firstContent(origin, file)
  const seen = Array.from({ length: 200 }, (_, seed) => {
    const found = findAfter(disk.root, first, { keeps, sector: 512 }, seeded(seed)).get(path)
    if (found?.node.kind !== 'file') return undefined
    return (found.content ?? first(found.node)).toString()
  })
  return new Set(seen)
}

const record = 'journal/1.json'
/** As the journal writes a record, and when it is safe. */
const appended = (): Recorded[] => [
  { kind: 'create', path: 'journal/1.new', inode: created },
  write(created, 'a lead'),
  ...sync(created),
  { kind: 'rename', path: 'journal/1.new', target: record },
  ...sync(inodeOf('journal')),
]

test('what was synced, and its name, is there after any cut', () => {
  for (const keeps of ['nothing', 'everything', 'parts', 'mixed'] as const) {
    expect(contentsAfter(record, appended(), keeps)).toEqual(new Set(['a lead']))
  }
})

test('a name may be missing until its folder is synced, and a rename is never half done', () => {
  const withoutFolder = appended().slice(0, -1)
  expect(contentsAfter(record, withoutFolder, 'nothing')).toEqual(new Set([undefined]))
  expect(contentsAfter(record, withoutFolder, 'everything')).toEqual(new Set(['a lead']))
  expect(contentsAfter(record, withoutFolder, 'parts')).toEqual(new Set(['a lead', undefined]))

  const removed: Recorded[] = [...appended(), { kind: 'remove', path: record }]
  expect(contentsAfter(record, removed, 'parts')).toEqual(new Set(['a lead', undefined]))
})

test('a sync that a disk ignores keeps nothing', () => {
  const isFolder: CountsSync = (_, kind) => kind === 'folder'
  expect(contentsAfter(record, appended(), 'nothing', isFolder)).toEqual(new Set(['']))
})

test('a sync covers what was written before it began', () => {
  const [begins, ends] = sync(inodeOf('kept'))
  const kept = inodeOf('kept')
  const records = [write(kept, 'BE'), begins, write(kept, 'FORE', 2), ends]
  expect(contentsAfter('kept', records, 'nothing')).toEqual(new Set(['BEfore']))
  expect(contentsAfter('kept', records.slice(0, 3), 'nothing')).toEqual(new Set(['before']))
})

test('sectors are torn apart, each with any content that it had, and so is the size', () => {
  const kept = inodeOf('kept')
  const long = (letter: string) => letter.repeat(1024)
  const records = [
    write(kept, long('a')),
    ...sync(kept),
    write(kept, long('b')),
    write(kept, long('c')),
  ]
  const seen = [...contentsAfter('kept', records, 'parts')].map((text) => {
    const [first, second] = [text?.slice(0, 512), text?.slice(512)]
    return `${new Set(first).size}${first?.[0]}${new Set(second).size}${second?.[0]}`
  })
  expect(seen.sort()).toEqual(
    ['a', 'b', 'c'].flatMap((one) => ['a', 'b', 'c'].map((two) => `1${one}1${two}`)),
  )
  const cutShort: Recorded[] = [{ kind: 'resize', inode: kept, size: 2 }, write(kept, '!', 4)]
  expect(contentsAfter('kept', cutShort, 'everything')).toEqual(new Set(['be\0\0!']))
  expect(contentsAfter('kept', cutShort, 'parts')).toContain('be')
})

test('the folder that is made holds just what was found', async () => {
  const disk = SimulatedDisk.of(origin, inodesBelow(origin))
  const records: Recorded[] = [
    ...appended(),
    { kind: 'rename', path: 'kept', target: 'journal/moved' },
    { kind: 'makeFolder', path: 'new', inode: 2 },
    { kind: 'create', path: 'new/empty', inode: 3 },
  ]
  for (const record of records) disk.apply(record)
  const first = (file: SimulatedFile) => firstContent(origin, file)
  const found = findAfter(disk.root, first, { keeps: 'everything', sector: 512 }, seeded(1))
  const target = join(folder.path, 'target')
  await materialise(origin, found, target)
  expect([...inodesBelow(target).keys()].sort()).toEqual(
    ['', 'journal', record, 'journal/moved', 'new', 'new/empty'].sort(),
  )
  expect(statSync(join(target, 'journal/moved')).size).toBe('before'.length)
})
