import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { silentLogger } from '../../../../tests/silent-logger.ts'
import { temporaryFolder } from '../../../../tests/temporary-folder.ts'
import { leads } from '../../db/schema.ts'
import { openMirror } from './mirror.ts'
import { type MirrorLine, writeLine } from './mirror-lines.ts'
import { replayMirror } from './replay-mirror.ts'

describeOnDatabase('a replay of the mirror', (database) => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(async () => {
    folder = temporaryFolder()
    await database.handle().db.delete(leads)
  })
  afterEach(() => folder.remove())

  const now = Date.now()

  /** The form as it was sent so many minutes ago, under a submission id of its own. */
  function sent(name: string, minutesAgo: number) {
    const submission = submissionSchema.parse(
      contactBody({ name, submissionId: crypto.randomUUID() }),
    )
    return { submission, receivedAt: new Date(now - minutesAgo * 60_000).toISOString() }
  }

  function linesWritten(): number {
    const files = readdirSync(folder.path).map((name) =>
      readFileSync(join(folder.path, name), 'utf8'),
    )
    return files.join('').split('\n').length - 1
  }

  /** Who is in the database after a replay of these, where the leads of some were erased. */
  async function namesAfter(all: ReturnType<typeof sent>[], erased: ReturnType<typeof sent>[]) {
    const before = linesWritten()
    const mirror = openMirror(folder.path, [], silentLogger)
    for (const record of all) await mirror.addLead(record)
    await mirror.addErasure(erased.map(({ submission }) => submission.submissionId ?? ''))
    // Nobody waits long for a mirror, so on a busy machine they may still be on their way.
    await expect.poll(linesWritten).toBe(before + all.length + 1)
    await mirror.close()
    const order = { secretKeys: [], madeAt: new Date(now - 3_600_000) }
    await replayMirror(database.handle(), folder.path, order)
    const rows = await database.handle().db.select({ name: leads.name }).from(leads)
    return rows.map(({ name }) => name).sort()
  }

  test('does not bring back whose lead was erased, also if they had sent it twice', async () => {
    const first = sent('Maria Alvarez', 30)
    const again = sent('Maria Alvarez', 28)
    const other = sent('Ana Torres', 27)
    expect(await namesAfter([first, again, other], [first])).toEqual(['Ana Torres'])
  })

  test('counts lines of a wrong shape as damaged, and adds and erases what stands between them', async () => {
    const [gone, kept] = [sent('Maria Alvarez', 30), sent('Ana Torres', 20)]
    const late = sent('Rosa Diaz', 10)
    const at = new Date().toISOString()
    const { submission } = kept
    const lines = [
      null,
      { at, lead: null },
      { at, lead: { ...kept, receivedAt: 7 } },
      { at, lead: { ...kept, submission: { ...submission, phone: null } } },
      { at, erased: gone.submission.submissionId },
      { at, lead: gone },
      { at, erased: [gone.submission.submissionId] },
      { at, lead: { ...kept, submission: { ...submission, message: 'a\u0000b' } } },
      { at, lead: late },
    ]
    const texts = await Promise.all(lines.map((line) => writeLine(line as MirrorLine, [])))
    const broken = `${createHash('sha256').update('{').digest('hex').slice(0, 16)} {\n`
    writeFileSync(join(folder.path, 'leads.jsonl'), broken + texts.join(''))
    const order = { secretKeys: [], madeAt: new Date(now - 3_600_000) }
    const found = await replayMirror(database.handle(), folder.path, order)
    expect(found).toEqual({ added: 1, erased: 0, damaged: 7, encrypted: 0 })
    const rows = await database.handle().db.select({ name: leads.name }).from(leads)
    expect(rows).toEqual([{ name: 'Rosa Diaz' }])
  })

  test('brings back what somebody sent anew, much later or after the erasure', async () => {
    const first = sent('Maria Alvarez', 30)
    const later = sent('Maria Alvarez', 15)
    expect(await namesAfter([first, later], [first])).toEqual(['Maria Alvarez'])
    const early = sent('Ana Torres', 2)
    const afterErasure = sent('Ana Torres', -2)
    expect(await namesAfter([early, afterErasure], [early])).toEqual([
      'Ana Torres',
      'Maria Alvarez',
    ])
  })
})
