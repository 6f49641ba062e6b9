import type { FeeEvent } from '#/contracts/money/money.ts'

/** A rule, as far as the choice needs it. */
export type FeeRuleFacts = {
  id: number
  contractorId: number | null
  service: string | null
  event: FeeEvent
  amountCents: number
  /** The first day on which it holds: `2026-11-01`. */
  holdsFrom: string
}

/** What is to be paid for, and on which local day. */
export type FeeOccasion = {
  contractorId: number
  service: string
  event: FeeEvent
  day: string
}

/** Greater for the rule that goes over another. */
const rankOf = ({ contractorId, service, holdsFrom, id }: FeeRuleFacts) =>
  [contractorId === null ? 0 : 1, service === null ? 0 : 1, holdsFrom, id] as const

function goesOver(rule: FeeRuleFacts, other: FeeRuleFacts): boolean {
  const [ranks, others] = [rankOf(rule), rankOf(other)]
  const place = ranks.findIndex((rank, index) => rank !== others[index])
  return (ranks[place] ?? 0) > (others[place] ?? 0)
}

/**
 * The rule that decides: one that names the contractor goes over one that names none, then one that
 * names the service, then the one that holds since last. Undefined if none holds.
 */
export function chooseRule<Rule extends FeeRuleFacts>(
  rules: readonly Rule[],
  { contractorId, service, event, day }: FeeOccasion,
): Rule | undefined {
  return rules
    .filter(
      (rule) =>
        rule.event === event &&
        rule.holdsFrom <= day &&
        (rule.contractorId === null || rule.contractorId === contractorId) &&
        (rule.service === null || rule.service === service),
    )
    .reduce<Rule | undefined>(
      (best, rule) => (best && goesOver(best, rule) ? best : rule),
      undefined,
    )
}

/** What the entry of a fee says. */
export const feeInWords: Record<FeeEvent, string> = {
  accepted: 'Request accepted',
  done: 'Job done',
}
