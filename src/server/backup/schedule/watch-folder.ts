import { setTimeout as sleep } from 'node:timers/promises'
import { entryBeside, runInOwnProcess } from '../../runtime/own-process.ts'
import type { FolderChoice } from '../file/backup-error.ts'

/** What was found in the folder of the backups. */
export type FoundInFolder = {
  /** Why no backup can be made in it, as a sentence for the owner; null if one can. */
  problem: string | null
  /** The sizes in bytes of the backups in it, by their names. */
  files: Record<string, number>
}

/** What is known of the folder of the backups, without a call that its disk could hold up. */
export type WatchedFolder = {
  folder: string
  /** What was found last. */
  known: () => FoundInFolder
  /**
   * Has a process look at the folder, and waits until it is known what is there or that the disk does
   * not answer. Returns what was found last where the machine is too busy to look soon.
   */
  lookAnew: () => Promise<FoundInFolder>
  /** The same, unless a process looked just now. */
  look: () => Promise<FoundInFolder>
  /** Ends a look that goes on. */
  close: () => void
}

const usual = {
  /** What looks. */
  entry: entryBeside(import.meta.url, 'look'),
  /** A visit does not begin another look so soon after one. */
  freshMs: 10_000,
  /** A disk that has not answered after this time is silent. */
  silentMs: 10_000,
  /** A visit does not wait longer for a process to begin: a busy machine says nothing of the disk. */
  beginMs: 10_000,
}

/** For the owner: a disk that holds whatever touches it. */
export const silentDisk = (folder: string) =>
  `The disk of ${folder} does not answer. No backup is made while that is so.`

/**
 * Watches the folder of the backups for a server, which must not touch it itself: the disk of a
 * folder that the owner has named may be one of another machine, and hold each call for ever. At
 * most one process looks at a time, and one that is held is left until its disk answers again.
 */
export function watchFolder(
  { folder, isFolderNamed }: FolderChoice,
  options: Partial<typeof usual> = {},
): WatchedFolder {
  const { entry, freshMs, silentMs, beginMs } = { ...usual, ...options }
  const stop = new AbortController()
  let found: FoundInFolder = { problem: null, files: {} }
  /** A look that goes on; `decided` is when it is known what to say of it. */
  let looking: { decided: Promise<void> } | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  async function run(onBegin: () => void): Promise<void> {
    const order: FolderChoice = { folder, isFolderNamed }
    // Small, and over in a moment: no more memory than that.
    const execArgv = ['--max-semi-space-size=1']
    const process = { stop: stop.signal, timeout: 0, execArgv, onBegin }
    try {
      const seen = await runInOwnProcess<FoundInFolder>(entry, order, process)
      found = seen ?? { ...found, problem: `${folder} could not be looked at.` }
    } catch (error) {
      found = { ...found, problem: `${folder} could not be looked at. ${(error as Error).message}` }
    }
    lookedAt = performance.now()
    looking = undefined
  }

  function begin() {
    let isLooking = false
    const { promise: start, resolve } = Promise.withResolvers<void>()
    const running = run(() => {
      isLooking = true
      resolve()
    })
    const after = (ms: number) => sleep(ms, undefined, { ref: false })
    const silent = start
      .then(() => after(silentMs))
      .then(() => {
        if (looking === begun) found = { ...found, problem: silentDisk(folder) }
      })
    const late = after(beginMs).then(() => (isLooking ? silent : undefined))
    const begun = { decided: Promise.race([running, silent, late]) }
    looking = begun
    return begun
  }

  async function lookAnew() {
    // A look that began earlier may have seen the folder as it was before.
    await looking?.decided
    await (looking ?? begin()).decided
    return found
  }

  return {
    folder,
    known: () => found,
    lookAnew,
    look: async () => (performance.now() - lookedAt < freshMs ? found : lookAnew()),
    close: () => stop.abort(),
  }
}
