import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { whyUnwritable } from '../../runtime/data-folder.ts'
import { syncFolder } from '../../runtime/sync-folder.ts'
import { NoAnswer, within } from '../../runtime/within.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { type MirrorLine, writeLine } from './mirror-lines.ts'

/** A second place for leads, on another disk, from which a restore takes those since the backup. */
export type Mirror = {
  /**
   * Resolves when the lead is on that disk, or when it is clear that it will not be soon: a visitor
   * whose lead is stored is not turned away because of a copy.
   */
  addLead: (lead: JournalRecord) => Promise<void>
  /** The same of an erasure, by the submission ids of the leads that are gone. */
  addErasure: (submissionIds: readonly string[]) => Promise<void>
  /** Why it does not take leads, as a sentence for the owner; null while it does. */
  problem: () => string | null
  /** Deletes what is older than any backup would need. */
  prune: (now?: Date) => Promise<void>
  close: () => Promise<void>
}

/** A visitor waits no longer for the mirror; and not at all while it fails. */
const waitMs = 500

/** How soon it is tried again. */
const pauseMs = 2_000

/** More lines do not wait for a disk that does not take them: the memory has a bound. */
const mostWaiting = 20_000

/** Leads older than this are in every backup that is worth restoring. */
const keptDays = 60

/** What the names of the files begin with, before the day and the process. */
const beginnings = { leads: 'leads-', erasures: 'erasures-' }

type Waiting = { line: MirrorLine; done: () => void }

/** Appends lines to a file of this process, a new one each day and after each failure. */
function createWriter(folder: string, beginning: string, publicKeys: readonly string[]) {
  let file: { handle: FileHandle; day: string } | undefined

  async function openFor(day: string): Promise<FileHandle> {
    if (file?.day === day) return file.handle
    await close()
    const name = `${beginning}${day}-${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`
    // Not made if the folder is missing: then its disk is not there.
    const handle = await open(join(folder, name), 'ax', 0o600)
    file = { handle, day }
    await syncFolder(folder)
    return handle
  }

  async function close() {
    const { handle } = file ?? {}
    file = undefined
    await handle?.close().catch(() => {})
  }

  return {
    close,
    async append(lines: readonly MirrorLine[]) {
      try {
        const handle = await openFor(new Date().toISOString().slice(0, 10))
        const texts = await Promise.all(lines.map((line) => writeLine(line, publicKeys)))
        await handle.appendFile(texts.join(''))
        await handle.datasync()
      } catch (error) {
        // What was written in part ends that file.
        await close()
        throw error
      }
    },
  }
}

type Writer = ReturnType<typeof createWriter>

/** Lines that wait for a writer. Those that come while it writes share its next write and sync. */
function createQueue(writer: Writer, onOutcome: (error: unknown) => void) {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  const closing = new AbortController()

  async function appendWaiting() {
    const some = waiting
    waiting = []
    try {
      await writer.append(some.map(({ line }) => line))
      for (const { done } of some) done()
      onOutcome(undefined)
    } catch (error) {
      onOutcome(error)
      waiting = [...some, ...waiting]
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  async function run() {
    while (waiting.length > 0) {
      await appendWaiting()
      if (closing.signal.aborted) break
    }
    running = undefined
  }

  return {
    add(line: MirrorLine): Promise<void> {
      if (waiting.length >= mostWaiting) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ line, done: resolve })
      running ??= run()
      return promise
    },
    async close() {
      closing.abort()
      await Promise.race([running, sleep(waitMs, undefined, { ref: false })])
      await writer.close()
    },
  }
}

/** What takes nothing: no mirror is set. */
export const noMirror: Mirror = {
  addLead: async () => {},
  addErasure: async () => {},
  problem: () => null,
  prune: async () => {},
  close: async () => {},
}

/** Why the mirror takes no leads, as a sentence for the owner. */
export function describeMirrorFailure(error: unknown): string {
  const why = error instanceof NoAnswer ? 'its disk is slow' : whyUnwritable(error)
  return `LEAD_MIRROR does not take requests: ${why}. They are on one disk only.`
}

/** Opens the mirror in a folder, which must be there: it is on a disk or machine of its own. */
export function openMirror(
  folder: string,
  publicKeys: readonly string[],
  log: FastifyBaseLogger,
): Mirror {
  let problem: string | null = null
  function onOutcome(error: unknown) {
    if (error === undefined) {
      if (problem !== null) log.info('the mirror of leads takes them again')
      problem = null
      return
    }
    if (problem === null) log.error({ err: error }, 'the mirror of leads does not take them')
    problem = describeMirrorFailure(error)
  }
  const queueFor = (beginning: string) =>
    createQueue(createWriter(folder, beginning, publicKeys), onOutcome)
  const leads = queueFor(beginnings.leads)
  const erasures = queueFor(beginnings.erasures)

  async function inTime(added: Promise<void>) {
    if (problem !== null) return
    await within(waitMs, added).catch((error) => onOutcome(error))
  }

  const now = () => new Date().toISOString()
  return {
    addLead: (lead) => inTime(leads.add({ at: now(), lead })),
    addErasure: (submissionIds) => inTime(erasures.add({ at: now(), erased: submissionIds })),
    problem: () => problem,
    async prune(at = new Date()) {
      const oldest = new Date(at.getTime() - keptDays * 86_400_000).toISOString().slice(0, 10)
      for (const name of await readdir(folder)) {
        const day = name.slice(beginnings.leads.length, beginnings.leads.length + oldest.length)
        if (!name.startsWith(beginnings.leads) || !(day < oldest)) continue
        await rm(join(folder, name), { force: true })
      }
    },
    async close() {
      await Promise.all([leads.close(), erasures.close()])
    },
  }
}
