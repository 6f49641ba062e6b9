import type { Database } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { markStored } from './probe-rows.ts'
import { readProbeToken, type SignedProbe } from './probe-token.ts'

/** Stores a lead in a transaction, reads it back, and undoes that. Returns the lead as stored. */
export type StoreUnseen<Received, Lead> = (
  db: Database,
  received: Received,
  before: (tx: Parameters<typeof markStored>[0]) => Promise<boolean>,
) => Promise<Lead | undefined>

export type ReceiveDeps<Received, Lead> = {
  db: Database
  readKey: () => Promise<string>
  storeUnseen: StoreUnseen<Received, Lead>
  /** Rejects if requests cannot wait on the disk while the database is away. */
  proveJournal: () => Promise<void>
  onFailure: (err: unknown) => void
}

const words = {
  waits: 'The database did not take the request. It would have waited in the journal.',
  lost: 'Neither the database nor the journal took the request: requests are turned away.',
}

/** Tells the installation's own requests from all others, and takes their leads. */
export function createProbeReceiver<Received, Lead>(deps: ReceiveDeps<Received, Lead>) {
  let key: Promise<string> | undefined

  function readKey(): Promise<string> {
    key ??= deps.readKey().catch((error) => {
      key = undefined
      throw error
    })
    return key
  }

  /** The probe that a request belongs to; undefined for an ordinary request, or without the key. */
  async function identify(header: string | string[] | undefined): Promise<SignedProbe | undefined> {
    if (typeof header !== 'string') return undefined
    const known = await readKey().catch(() => undefined)
    return known === undefined ? undefined : readProbeToken(known, header)
  }

  return {
    readKey,
    identify,
    /** Resolves with undefined if the probe has come through before, or is over. */
    async take(id: SignedProbe, received: Received): Promise<Lead | undefined> {
      if (!id.isInTime) return undefined
      try {
        return await deps.storeUnseen(deps.db, received, (tx) => markStored(tx, id))
      } catch (err) {
        deps.onFailure(err)
        const problem = await deps.proveJournal().then(
          () => words.waits,
          () => words.lost,
        )
        throw new AppError('unavailable', problem)
      }
    },
  }
}
