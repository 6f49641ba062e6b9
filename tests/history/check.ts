import type { ArrivedMail } from '#tests/support/machine/mailbox.ts'
import type { InboxCounts } from '#tests/support/owner.ts'

/** One request of a visitor, and what came of it. Times are of `Date.now`. */
export type Try = {
  /** The name in the request: it tells visitors apart, also in the tables and mails. */
  name: string
  /** What should become of it: a lead, or an answer that says what is wrong. */
  isValid: boolean
  submissionId: string
  /** The product that was asked. */
  place: number
  began: number
  ended: number
  /** Null if no answer came. */
  status: number | null
  /** The faults that were under way meanwhile. */
  faults: string[]
}

/** A lead as the tables have it, with how often its mail was sent and stands in its history. */
export type LeadRow = {
  id: number
  name: string
  submissionId: string
  isQuarantined: boolean
  deliveries: number
  sent: number
  attempts: number
}

/** What is left at the end of a run, after all faults are healed and everything has been stored. */
export type Outcome = {
  tries: readonly Try[]
  leads: readonly LeadRow[]
  mails: readonly ArrivedMail[]
  counts: InboxCounts
  /** Records of the journals that are still there or damaged. */
  journal: readonly string[]
  /** While a claim's lease lasts no other process may send the mail: no mail is repeated sooner. */
  leaseMs: number
}

/** The names of visitors for whom something is wrong, by what it is. */
type Problems = Record<string, string[]>

const isTaken = ({ status }: Try) => status === 201
const isRefused = ({ status }: Try) => status === 503

/** The faults that end connections. Whatever else happens, each request is answered. */
const endingFaults = ['product killed', 'network cut']
const isCutOff = ({ faults }: Try) => faults.some((fault) => endingFaults.includes(fault))

function problemsOfAnswers(tries: readonly Try[]): Problems {
  const namesOf = (isWrong: (each: Try) => boolean) => tries.filter(isWrong).map(({ name }) => name)
  return {
    'turned away': namesOf(isRefused),
    'left without an answer': tries
      .filter((each) => each.status === null && !isCutOff(each))
      .map(({ name, began, ended, faults }) =>
        [`${name} after ${ended - began} ms`, ...faults].join(' with '),
      ),
    'answered wrongly': namesOf(
      ({ isValid, status }) =>
        status !== null &&
        status !== 503 &&
        (isValid ? status !== 201 : status < 400 || status > 499),
    ),
  }
}

function problemsOfLeads({ tries, leads }: Outcome): Problems {
  const triesOf = Map.groupBy(tries, ({ name }) => name)
  const leadsOf = Map.groupBy(leads, ({ name }) => name)
  const names = [...triesOf.keys()]
  const isLead = (name: string) => leadsOf.has(name)
  const idsOf = (name: string) => new Set(triesOf.get(name)?.map((each) => each.submissionId))
  return {
    lost: names.filter((name) => triesOf.get(name)?.some(isTaken) && !isLead(name)),
    doubled: names.filter((name) => (leadsOf.get(name)?.length ?? 0) > 1),
    'stored though refused': names.filter(
      (name) => triesOf.get(name)?.every(({ isValid }) => !isValid) && isLead(name),
    ),
    'never sent': [...leadsOf.keys()].filter((name) => !triesOf.has(name)),
    'stored under another id': leads
      .filter(({ name, submissionId }) => !idsOf(name).has(submissionId))
      .map(({ name }) => name),
    'in quarantine': leads.filter(({ isQuarantined }) => isQuarantined).map(({ name }) => name),
    'attempts differ from deliveries': leads
      .filter(({ deliveries, sent, attempts }) => deliveries !== 1 || sent !== 1 || attempts !== 1)
      .map(({ name }) => name),
  }
}

const namesIn = <Item>(groups: ReadonlyMap<string, Item[]>, isWrong: (all: Item[]) => boolean) =>
  [...groups].filter(([, all]) => isWrong(all)).map(([name]) => name)

function problemsOfMails({ leads, mails, leaseMs }: Outcome): Problems {
  const mailsOf = Map.groupBy(mails, ({ name }) => name)
  const stored = new Set(leads.map(({ name }) => name))
  const countIds = (all: readonly ArrivedMail[]) =>
    new Set(all.map(({ messageId }) => messageId)).size
  const isTooSoon = (mail: ArrivedMail, index: number, all: readonly ArrivedMail[]) => {
    const before = all[index - 1]
    return before !== undefined && mail.at - before.at < leaseMs
  }
  return {
    'not notified': [...stored].filter((name) => !mailsOf.has(name)),
    'notified though no lead': [...mailsOf.keys()].filter((name) => !stored.has(name)),
    'notified under several ids': namesIn(mailsOf, (all) => countIds(all) > 1),
    'one id for several leads': namesIn(
      Map.groupBy(mails, ({ messageId }) => messageId),
      (same) => new Set(same.map(({ name }) => name)).size > 1,
    ),
    'mails doubled': namesIn(mailsOf, (all) => all.some(isTooSoon)),
  }
}

/** Finds all that must not be, and says it in a line for each kind; none for a run without fault. */
export function findProblems(outcome: Outcome): string[] {
  const { tries, leads, counts, journal } = outcome
  const problems = {
    ...problemsOfAnswers(tries),
    ...problemsOfLeads(outcome),
    ...problemsOfMails(outcome),
    'left in the journal': [...journal],
    'counted otherwise by the inbox': Object.entries(counts)
      .filter(([, count]) => count !== leads.length)
      .map(([what, count]) => `${what} ${count} instead of ${leads.length}`),
  }
  return Object.entries(problems).flatMap(([what, names]) =>
    names.length === 0 ? [] : `${what}: ${names.length} (${names.slice(0, 5).join(', ')})`,
  )
}
