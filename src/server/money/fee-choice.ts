import { formatCents, formatPercent } from '#/contracts/money/amounts.ts'
import type { FeeEvent } from '#/contracts/money/money.ts'

/** A rule, as far as the choice needs it. Either `amountCents` or `percent` is set. */
export type FeeRuleFacts = {
  id: number
  contractorId: number | null
  service: string | null
  event: FeeEvent
  amountCents: number | null
  /** In hundredths of a percent. */
  percent: number | null
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

/**
 * The fee by a rule, in cents: half a cent counts as one. Undefined for a share of a value that is
 * not known yet.
 */
export function feeBy(
  { amountCents, percent }: Pick<FeeRuleFacts, 'amountCents' | 'percent'>,
  jobValueCents: number | null,
): number | undefined {
  if (amountCents !== null) return amountCents
  if (percent === null || jobValueCents === null) return undefined
  // Whole numbers below 2^53: nothing is lost before the division.
  return Math.floor((jobValueCents * percent + 5_000) / 10_000)
}

const eventWords: Record<FeeEvent, string> = {
  accepted: 'Request accepted',
  done: 'Job done',
}

/** What the entry of a fee says: 'Job done, 5% of $1,200.00'. */
export function feeInWords(
  { event, percent }: Pick<FeeRuleFacts, 'event' | 'percent'>,
  jobValueCents: number | null,
): string {
  if (percent === null || jobValueCents === null) return eventWords[event]
  return `${eventWords[event]}, ${formatPercent(percent)} of ${formatCents(jobValueCents)}`
}
