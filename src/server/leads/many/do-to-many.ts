import { and, eq, inArray, isNotNull, or, TransactionRollbackError } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { ManyAction } from '#/contracts/limits.ts'
import type { ManyLeads, ManyResult, ManyResults } from '#/contracts/referrals/many-leads.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { holdMails } from '#/server/db/hold-mails.ts'
import { lockLead } from '#/server/db/lock-lead.ts'
import { type leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { AppError } from '#/server/http/errors.ts'
import {
  addNote,
  type FollowLead,
  markedByHand,
  quarantineLead,
  releaseLead,
  setContactStatus,
} from '../lead/lead-actions.ts'
import { takeBackNote, takeBackQuarantine, takeBackRelease } from '../lead/take-back.ts'

type Made = Pick<ManyResult, 'made' | 'before'>

/** What the leads before this one were offered, in a preview: none of it is there. */
type Foreseen = Pick<typeof offers.$inferSelect, 'contractorId' | 'offeredAt' | 'expiresAt'>[]

/** What other features do for several leads at once. */
export type ManyDeps = {
  db: Database
  queueDeliveries: FollowLead
  onReleased: FollowLead
  onQuarantined: FollowLead
  /** Throws why nobody was asked. Adds to `foreseen` what it offers. */
  offer: (
    tx: Transaction,
    leadId: number,
    how: { actor: string; foreseen: Foreseen },
  ) => Promise<Partial<ManyResult>>
  /** Returns what the user must know of it. */
  undoOffers: (
    tx: Transaction,
    leadId: number,
    offered: Made & { actor: string },
  ) => Promise<string | null>
}

type LeadRow = typeof leads.$inferSelect

/** What is to be done, and whose lead it is done to: locked, in a transaction of its own. */
type Task = {
  tx: Transaction
  lead: LeadRow
  actor: string
  text: string
  made: Made
  foreseen: Foreseen
}

/** What came of it; nothing for what was done and leaves nothing to say. */
type Came = Partial<ManyResult> | undefined

const asItWas = { result: 'as it was' } as const

const conflict = (message: string) => new AppError('conflict', message)

const changedSince = () => conflict('It was changed since.')

const toldAlready = (hasLeft: boolean): Came =>
  hasLeft ? { why: 'Somebody was told of it already.' } : undefined

const mark =
  (isContacted: boolean) =>
  async ({ tx, lead, actor }: Task): Promise<Came> => {
    if (lead.isContacted === isContacted) return asItWas
    await setContactStatus(tx, lead.id, { isContacted, actor })
    return undefined
  }

const unmark =
  (isContacted: boolean) =>
  async ({ tx, lead, actor }: Task): Promise<Came> => {
    if (lead.isContacted === isContacted) throw changedSince()
    await setContactStatus(tx, lead.id, { isContacted, actor, isUndo: true })
    return undefined
  }

/** Quarantine takes a lead from its contractors, which no undo gives back. */
async function holdFromContractors({ tx, lead }: Task): Promise<void> {
  const isTheirs = and(eq(offers.leadId, lead.id), inArray(offers.state, ['open', 'accepted']))
  if ((await tx.$count(offers, isTheirs)) === 0) return
  throw conflict('A contractor has it or is being asked. Open it to move it.')
}

type Work = (task: Task) => Promise<Came>

/** How each action is done, and how it is undone. */
const workOf = (deps: ManyDeps): Record<ManyAction, { run: Work; undo: Work }> => {
  const { queueDeliveries, onReleased, onQuarantined } = deps
  return {
    contacted: { run: mark(true), undo: unmark(false) },
    new: { run: mark(false), undo: unmark(true) },
    note: {
      async run({ tx, lead, actor, text }) {
        const note = await addNote(tx, lead.id, { text, actor })
        await holdMails(tx, lead.id)
        return note && { made: [note.id] }
      },
      async undo({ tx, lead, actor, made: { made } }) {
        let hasLeft = false
        for (const noteId of made) {
          hasLeft = (await takeBackNote(tx, lead.id, { noteId, actor })) || hasLeft
        }
        return toldAlready(hasLeft)
      },
    },
    offer: {
      async run({ tx, lead, actor, foreseen }) {
        const offered = await deps.offer(tx, lead.id, { actor, foreseen })
        await holdMails(tx, lead.id)
        return offered
      },
      async undo({ tx, lead, actor, made }) {
        return { why: await deps.undoOffers(tx, lead.id, { ...made, actor }) }
      },
    },
    quarantine: {
      async run(task) {
        const { tx, lead, actor } = task
        if (lead.isQuarantined) return asItWas
        await holdFromContractors(task)
        await quarantineLead(tx, lead.id, { actor, onQuarantined })
        return undefined
      },
      async undo({ tx, lead, actor }) {
        await takeBackQuarantine(tx, lead.id, { reason: markedByHand, actor })
        // What was the owner's, or goes with another one, is so still: the server begins nothing anew.
        const isLeft = or(isNotNull(referrals.ranOutAt), isNotNull(referrals.joinedTo))
        if ((await tx.$count(referrals, and(eq(referrals.leadId, lead.id), isLeft))) === 0) {
          await onReleased(tx, lead.id)
        }
        return undefined
      },
    },
    release: {
      async run({ tx, lead, actor }) {
        if (!lead.isQuarantined) return asItWas
        await releaseLead(tx, lead.id, { actor, queueDeliveries, onReleased })
        await holdMails(tx, lead.id)
        return undefined
      },
      async undo({ tx, lead, actor }) {
        const hasLeft = await takeBackRelease(tx, lead.id, { actor })
        await onQuarantined(tx, lead.id)
        return toldAlready(hasLeft)
      },
    },
  }
}

const failed = 'It could not be done because of a fault on our side. Please try again.'

/**
 * Does the same to several leads, each in a transaction of its own, and tells of each what came of it:
 * what stands in the way of one is no reason to leave the others. After a fault of the server nothing
 * more is tried.
 */
export function createDoToMany(deps: ManyDeps) {
  const work = workOf(deps)
  return async (
    { action, leads: asked, text = '', isUndo, isPreview }: ManyLeads,
    { actor, log }: { actor: string; log: FastifyBaseLogger },
  ): Promise<ManyResults> => {
    const run = work[action][isUndo ? 'undo' : 'run']
    let isBroken = false
    const foreseen: Foreseen = []
    const results: ManyResult[] = []
    for (const { id, ...made } of asked) {
      const told = { id, made: [], why: null }
      const refuse = (why: string) => results.push({ ...told, made: [], result: 'refused', why })
      if (isBroken) {
        refuse(failed)
        continue
      }
      try {
        let came: Came
        await deps.db
          .transaction(async (tx) => {
            const lead = await lockLead(tx, id)
            if (!lead) throw new AppError('not_found', 'It is no longer there.')
            const task = { tx, lead, actor, text, made, foreseen: isPreview ? foreseen : [] }
            came = await run(task)
            if (isPreview) tx.rollback()
          })
          .catch((error: unknown) => {
            if (!(error instanceof TransactionRollbackError)) throw error
          })
        results.push({ ...told, made: [], result: 'done', ...came })
      } catch (error) {
        if (error instanceof AppError) {
          refuse(error.message)
        } else {
          log.error({ err: error, leadId: id }, 'something was not done to one of several leads')
          isBroken = true
          refuse(failed)
        }
      }
    }
    return results
  }
}
