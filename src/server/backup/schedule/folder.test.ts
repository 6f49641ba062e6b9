import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { backupName, chooseOutdated, pruneFolder } from './folder.ts'

const dayMs = 24 * 3_600_000
const lastNight = Date.parse('2026-11-22T03:17:00Z')
const nights = (count: number) =>
  Array.from({ length: count }, (_, i) => new Date(lastNight - i * dayMs))
const folder = folderOfEachTest()

test('the newest ones are kept, however long there was none, and of what is to be kept all that is there', () => {
  const now = new Date(lastNight)
  const names = nights(5).map((night) => backupName(night))
  const old = backupName(new Date('2024-02-01T03:17:00Z'))
  expect(chooseOutdated([old, ...names], 3, now)).toEqual([old, ...names.slice(3)])
  expect(chooseOutdated([old, ...names.slice(0, 2)], 3, now)).toEqual([])
})

test('only its own files are deleted, and what was left unfinished a day ago', async () => {
  const touch = (name: string) => writeFileSync(join(folder.path, name), '')
  const names = nights(4).map((night) => backupName(night))
  for (const name of names) touch(name)
  touch('breezeway-by-hand.backup')
  touch('photo.jpg')
  // A newer one that did not come through its trial is none that may take the place of another.
  touch(`${backupName(new Date(lastNight + dayMs))}.untried`)
  const ofUpgrade = `${backupName(new Date(lastNight), '0028_next')}.untried`
  const left = ['.a.unfinished', ofUpgrade]
  for (const name of [...left, '.b.unfinished']) touch(name)
  for (const name of left) utimesSync(join(folder.path, name), 1, 1)
  await pruneFolder({ folder: folder.path, isFolderNamed: false, keep: 2 })
  expect(readdirSync(folder.path).sort()).toEqual(
    ['.b.unfinished', ...names.slice(0, 2), 'breezeway-by-hand.backup', 'photo.jpg'].sort(),
  )
})

test('of backups before upgrades the last try of each stays, for sixty days', () => {
  const kept = [
    'breezeway-before-0026_ratings-2026-11-02T03-17-00Z.backup',
    'breezeway-before-0028_next-2026-11-22T03-17-00Z.backup',
    // An upgrade that goes on now, as a scheduled backup is made by an earlier version.
    'breezeway-before-0028_next-2026-11-22T03-18-00Z.backup.untried',
    'breezeway-2026-01-01T03-17-00Z.backup',
    'breezeway-before-the-move.backup',
  ]
  const outdated = [
    'breezeway-before-0024_introductions-2026-09-01T03-17-00Z.backup',
    'breezeway-before-0026_ratings-2026-11-02T03-16-59Z.backup',
    'breezeway-before-0026_ratings-2026-10-31T23-00-00Z.backup',
  ]
  const now = new Date('2026-11-22T12:00:00Z')
  expect(chooseOutdated([...kept, ...outdated], 1, now)).toEqual(outdated)
  const scheduled = nights(3).map((night) => backupName(night))
  expect(chooseOutdated(scheduled, 1, now)).toEqual(scheduled.slice(1))
  expect(chooseOutdated([...kept, ...scheduled, ...outdated], undefined, now)).toEqual(outdated)
})
