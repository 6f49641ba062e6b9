import { dayInWords, daysBetween } from '#/contracts/days.ts'
import type { ContractorEntry, ContractorFields } from '#/contracts/referrals/contractors.ts'

/** A document that must be valid on the day of an offer. */
type Paper = 'license' | 'insurance'

/** The last days on which a contractor's papers count. */
type ExpiryDays = Pick<ContractorFields, 'licenseExpiresOn' | 'insuranceExpiresOn'>

/** The owner is told N days before a paper lapses. */
const noticeDays = 30

/** When a paper lapses: `daysLeft` is 0 on its last day, and less than that once it has lapsed. */
type Lapse = { paper: Paper; expiresOn: string; daysLeft: number }

/**
 * Papers that have lapsed on a day, or will within `noticeDays`; the first to lapse comes first.
 */
export function lapsesOf(contractor: ExpiryDays, today: string): Lapse[] {
  const lapseOf = (paper: Paper, expiresOn: string) => {
    return { paper, expiresOn, daysLeft: daysBetween(today, expiresOn) }
  }
  const { licenseExpiresOn, insuranceExpiresOn } = contractor
  return [lapseOf('license', licenseExpiresOn), lapseOf('insurance', insuranceExpiresOn)]
    .filter(({ daysLeft }) => daysLeft <= noticeDays)
    .sort((a, b) => a.daysLeft - b.daysLeft)
}

/**
 * The rule without an exception: a contractor whose license or insurance has lapsed is offered
 * nothing, not even by hand. Returns why not, as sentences; empty for a contractor who may be
 * offered something.
 */
export function whyNotEligible(contractor: ExpiryDays, today: string): string[] {
  return lapsesOf(contractor, today)
    .filter(({ daysLeft }) => daysLeft < 0)
    .map(lapseInWords)
}

/** What keeps a contractor from offers on a day; undefined for one who may get some. */
export function barOf(contractor: ExpiryDays & { removedAt: Date | null }, today: string) {
  if (contractor.removedAt) return 'removed'
  return whyNotEligible(contractor, today).length > 0 ? 'lapsed' : undefined
}

const paperNames: Record<Paper, string> = { license: 'License', insurance: 'Insurance' }

/** 'License expired on Aug 31, 2026', 'Insurance expires in 12 days, on Dec 4, 2026'. */
export function lapseInWords({ paper, expiresOn, daysLeft }: Lapse): string {
  const name = paperNames[paper]
  const day = dayInWords(expiresOn)
  if (daysLeft < 0) return `${name} expired on ${day}`
  if (daysLeft === 0) return `${name} expires tonight`
  return `${name} expires in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}, on ${day}`
}

/** 'Paused until Mar 1, 2027', until that day; undefined for a contractor who is not paused. */
export function pauseInWords({ pausedUntil }: { pausedUntil: string | null }, today: string) {
  if (pausedUntil === null || today >= pausedUntil) return undefined
  return `Paused until ${dayInWords(pausedUntil)}`
}

/** What keeps a contractor from offers, or soon will; empty where nothing does. */
export function standingOf(
  contractor: ExpiryDays & { pausedUntil: string | null },
  today: string,
): ContractorEntry['standing'] {
  const marks: ContractorEntry['standing'] = lapsesOf(contractor, today).map((lapse) => ({
    tone: lapse.daysLeft < 0 ? 'bad' : 'soon',
    text: lapseInWords(lapse),
  }))
  const pause = pauseInWords(contractor, today)
  return pause ? [...marks, { tone: 'quiet', text: pause }] : marks
}
