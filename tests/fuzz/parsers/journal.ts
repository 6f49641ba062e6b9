import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { journalFolder, openJournal } from '#/server/leads/journal/journal.ts'
import type { JournalRecord } from '#/server/leads/journal/journal-record.ts'
import { contactBody } from '#tests/support/factories.ts'
import { oddJson } from '../odd-texts.ts'
import { type Target, target } from '../target.ts'
import { contactBodies } from './contact.ts'

/** What happens to a file: nothing, one byte changes, it is cut, or something else is in its place. */
type Damage = 'none' | { at: number; by: number } | { cutAt: number } | { instead: Uint8Array }

const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.constant('none' as const),
  fc.record({ at: fc.nat(10_000), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ cutAt: fc.nat(10_000) }),
  fc.record({ instead: fc.uint8Array({ maxLength: 200 }) }),
)

function withDamage(whole: Buffer, damage: Damage): Buffer {
  if (damage === 'none') return whole
  if ('instead' in damage) return Buffer.from(damage.instead)
  if ('cutAt' in damage) return whole.subarray(0, damage.cutAt % whole.length)
  const bytes = Buffer.from(whole)
  const at = damage.at % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ damage.by
  return bytes
}

/** The files of a journal in this folder, which is made for it. */
export async function journalTargets(dataDir: string): Promise<Target[]> {
  const journal = openJournal(dataDir)
  const records = openJournal(join(dataDir, 'records'))
  const record = {
    submission: contactBody({ message: 'Füße, 🧊' }),
    receivedAt: '2026-03-04T19:05:00.000Z',
  } as unknown as JournalRecord
  await journal.append(record)
  const [name = ''] = await journal.list()
  const path = join(journalFolder(dataDir), name)
  const whole = await readFile(path)
  await journal.remove(name)
  return [
    target({
      name: 'journal file',
      share: 4,
      inputs: damages,
      longestMs: 2_000,
      async expectation(damage) {
        await writeFile(path, withDamage(whole, damage))
        assert.deepEqual(await journal.read(name), damage === 'none' ? record : 'damaged')
      },
    }),
    target({
      name: 'journal record',
      share: 1,
      inputs: fc.oneof(oddJson, contactBodies),
      longestMs: 2_000,
      async expectation(submission) {
        const sent = { ...record, submission } as JournalRecord
        await records.append(record)
        const [appended = ''] = await records.list()
        // Whole, and by another version.
        const json = JSON.stringify(sent)
        const checksum = createHash('sha256').update(json).digest('hex')
        const file = join(journalFolder(join(dataDir, 'records')), appended)
        await writeFile(file, `${checksum}\n${json}`)
        const read = await records.read(appended)
        await records.remove(appended)
        if (read === undefined || read === 'damaged') return assert.equal(read, 'damaged')
        const texts = ['name', 'email', 'phone', 'service'] as const
        for (const field of texts) {
          assert.equal(typeof read.submission[field], 'string')
          assert.equal(read.submission[field], sent.submission[field])
        }
      },
    }),
  ]
}
