import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often a folder is asked, and how long its disk may take. */
type Patience = { everyMs: number; silentMs: number }

/**
 * Resolves once the disk of a folder has been silent for too long. A call that waits for the
 * threads of this process, because the disk holds all of them, is silent too.
 */
export async function whenSilent(
  folder: string,
  { everyMs, silentMs }: Patience = { everyMs: 5_000, silentMs: 30_000 },
): Promise<void> {
  const isSilent = async () => {
    const answered = stat(folder).then(
      () => false,
      () => false,
    )
    return Promise.race([answered, sleep(silentMs, true, { ref: false })])
  }
  do await sleep(everyMs, undefined, { ref: false })
  while (!(await isSilent()))
}
