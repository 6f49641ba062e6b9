import type { Transaction } from '../../db/database.ts'
import { accepted, type State } from '../state.ts'
import { applyForUser, noLead, toError } from '../store/apply-for-user.ts'
import { holdRequest } from '../store/read-request.ts'
import { whyNotFree } from '../who-has-it.ts'

/**
 * The owner says that two leads are of one person. The one that no contractor has goes with the other;
 * of two such the later one does.
 */
export async function joinLeads(
  tx: Transaction,
  leadIds: readonly [number, number],
  by: string,
): Promise<void> {
  const states: State[] = []
  for (const id of leadIds.toSorted((a, b) => a - b)) {
    const read = await holdRequest(tx, id)
    if (!read) throw noLead(id)
    states.push(read.state)
  }
  const [one, other] = states as [State, State]
  const [first, later] = accepted(other) && !accepted(one) ? [other, one] : [one, other]
  const problem = whyNotFree(first)
  if (problem && problem.refused !== 'matched') throw toError(problem)
  await applyForUser(tx, later.lead.id, { do: 'join', earlier: first.lead.id, by })
}
