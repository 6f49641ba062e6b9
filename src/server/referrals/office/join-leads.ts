import { refusalWords } from '#/content/office/refusal-words.ts'
import type { Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { AppError } from '../../http/errors.ts'
import { accepted, type State } from '../state.ts'
import { applyForUser, noLead } from '../store/apply-for-user.ts'
import { readRequest } from '../store/read-request.ts'

const conflict = (message: string) => new AppError('conflict', message)

/** Why a lead can be joined to no other one. */
function problemOf({ isHeld, joinedTo, end }: State): string | undefined {
  if (isHeld) return 'One of them is held as spam. Mark it as real first.'
  if (joinedTo !== null) return 'One of them is joined already. Part it first.'
  return end ? 'One of them is done or lost. Set it back to open first.' : undefined
}

/**
 * The owner says that two leads are of one person. The one that no contractor has goes with the other;
 * of two such the later one does.
 */
export async function joinLeads(
  tx: Transaction,
  leadIds: readonly [number, number],
  by: string,
): Promise<void> {
  if (leadIds[0] === leadIds[1]) throw conflict(refusalWords.itself)
  const states: State[] = []
  for (const id of leadIds.toSorted((a, b) => a - b)) {
    await lockLead(tx, id)
    const read = await readRequest(tx, id)
    if (!read) throw noLead(id)
    const problem = problemOf(read.state)
    if (problem) throw conflict(problem)
    states.push(read.state)
  }
  const [one, other] = states as [State, State]
  const [first, later] = accepted(other) && !accepted(one) ? [other, one] : [one, other]
  const both = accepted(later)?.contractor.companyName
  if (both) throw conflict(`Contractors have both. Withdraw one of them from ${both} first.`)
  await applyForUser(tx, later.lead.id, { do: 'join', earlier: { id: first.lead.id }, by })
}
