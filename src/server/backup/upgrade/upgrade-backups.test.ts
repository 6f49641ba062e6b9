import { expect, test } from 'vitest'
import { chooseOutdated } from './upgrade-backups.ts'

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
