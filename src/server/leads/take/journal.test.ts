import {
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { countJournal, openJournal } from './journal.ts'

const folder = folderOfEachTest()

const journalFolder = () => join(folder.path, 'journal')

const received = (name: string, receivedAt: string) => ({
  submission: submissionOf({ name, submissionId: crypto.randomUUID() }),
  receivedAt,
  attribution: { landingPage: '/?utm_source=x', utm_source: 'x' },
  consent: { text: 'Yes, call me.', version: '3', page: '/contact' },
})

test('what was received comes back in its order, until it is removed, also after a restart', async () => {
  const journal = openJournal(folder.path)
  const later = received('Later', '2026-01-31T12:00:01.000Z')
  const earlier = received('Earlier', '2026-01-31T12:00:00.999Z')
  await Promise.all([later, earlier].map((record) => journal.append(record)))

  const again = openJournal(folder.path)
  const names = await again.list()
  expect(await Promise.all(names.map(again.read))).toEqual([earlier, later])
  await again.remove(names[0] ?? '')
  expect(await again.list()).toEqual([names[1]])
  // Two processes may have stored the same one.
  await again.remove(names[0] ?? '')
  expect(await again.read(names[0] ?? '')).toBeUndefined()
  expect(await again.count()).toEqual({ waiting: 1, damaged: 0 })
})

test('a program that only looks learns how many wait, and not of other files', async () => {
  expect(await countJournal(folder.path)).toEqual({ waiting: 0, damaged: 0 })
  const journal = openJournal(folder.path)
  await journal.append(received('Ann', '2026-01-31T12:00:00.000Z'))
  await journal.append(received('Ben', '2026-01-31T12:00:01.000Z'))
  const [name = ''] = await journal.list()
  writeFileSync(join(journalFolder(), 'told-0'), '')
  writeFileSync(join(journalFolder(), `${name}.damaged`), '')
  expect(await countJournal(folder.path)).toMatchObject({ waiting: 2 })
})

test('only the owner of the process can read it', async () => {
  const journal = openJournal(folder.path)
  await journal.append(received('Ann', '2026-01-31T12:00:00.000Z'))
  const [name = ''] = await journal.list()
  expect(statSync(journalFolder()).mode & 0o777).toBe(0o700)
  expect(statSync(join(journalFolder(), name)).mode & 0o777).toBe(0o600)
})

test('a record that was cut anywhere or changed is set aside, and the others are not', async () => {
  const journal = openJournal(folder.path)
  await journal.append(received('Ann', '2026-01-31T12:00:00.000Z'))
  const [name = ''] = await journal.list()
  const path = join(journalFolder(), name)
  const whole = readFileSync(path)
  const broken = [
    ...Array.from({ length: 10 }, (_, tenth) =>
      whole.subarray(0, Math.floor((tenth * whole.length) / 10)),
    ),
    whole.subarray(0, -1),
    Buffer.concat([whole, Buffer.from(' ')]),
    Buffer.from(whole.toString().replace('Ann', 'Bob')),
  ]
  for (const content of broken) {
    writeFileSync(path, content)
    expect(await journal.read(name)).toBe('damaged')
    expect(await journal.list()).toEqual([])
    expect(readFileSync(`${path}.damaged`)).toEqual(content)
  }
  expect(await journal.count()).toEqual({ waiting: 0, damaged: 1 })
})

test('what was not written whole before a kill was not received', async () => {
  const journal = openJournal(folder.path)
  await journal.append(received('Ann', '2026-01-31T12:00:00.000Z'))
  const [name = ''] = await journal.list()
  const unfinished = join(journalFolder(), name.replace('.json', '.new'))
  writeFileSync(unfinished, readFileSync(join(journalFolder(), name)).subarray(0, 20))
  // Another process may be writing it now.
  expect(await openJournal(folder.path).count()).toEqual({ waiting: 1, damaged: 0 })
  expect(readdirSync(journalFolder())).toHaveLength(2)
  const twoMinutesAgo = Date.now() / 1000 - 120
  utimesSync(unfinished, twoMinutesAgo, twoMinutesAgo)
  openJournal(folder.path)
  expect(readdirSync(journalFolder())).toEqual([name])
})

test('opens while another process finishes what it writes', async () => {
  openJournal(folder.path)
  // A link whose target is gone.
  symlinkSync('finished', join(journalFolder(), 'record.new'))
  expect(await openJournal(folder.path).count()).toEqual({ waiting: 0, damaged: 0 })
})
