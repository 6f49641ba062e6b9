import { expect, test } from 'vitest'
import { checkRoom } from './check-room.ts'
import { chooseOutdated } from './upgrade-backups.ts'
import { size } from './words.ts'

test('of backups before upgrades the last try of each stays, for sixty days', () => {
  const kept = [
    'breezeway-before-0026_ratings-2026-11-02T03-17-00Z.backup',
    'breezeway-before-0028_next-2026-11-22T03-17-00Z.backup',
    'breezeway-2026-01-01T03-17-00Z.backup',
    'breezeway-before-the-move.backup',
  ]
  const outdated = [
    'breezeway-before-0024_introductions-2026-09-01T03-17-00Z.backup',
    'breezeway-before-0026_ratings-2026-11-02T03-16-59Z.backup',
    'breezeway-before-0026_ratings-2026-10-31T23-00-00Z.backup',
  ]
  expect(chooseOutdated([...kept, ...outdated], new Date('2026-11-22T12:00:00Z'))).toEqual(outdated)
})

test('a disk with too little room is named, with what is needed', async () => {
  const places = { backupFolder: import.meta.dirname, copyFolder: import.meta.dirname }
  const clientWith = (bytes: number) =>
    ({ query: async () => ({ rows: [{ bytes: String(bytes) }] }) }) as never
  await checkRoom(clientWith(1), places)
  await expect(checkRoom(clientWith(2 ** 60), places)).rejects.toThrow(
    /^That needs \d+ GB on the disk of .*upgrade, and .* are free\.$/,
  )
})

test('sizes are told in the unit that fits', () => {
  expect([100_000, 52_428_800, 2 ** 40].map(size)).toEqual(['0.1 MB', '50 MB', '1024 GB'])
})
