import { lostReasonLabels } from '#/content/offer-page.ts'
import { historyWords } from '#/content/office/history-words.ts'
import { ownerReasonTexts } from '#/content/office/stages.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { type DeliveryChannel, visitorChannels } from '#/contracts/notifications/deliveries.ts'
import type { LostReason } from '#/contracts/referrals/offer-states.ts'
import type { NewsGroup } from '#/contracts/referrals/request-facts.ts'
import { inWords } from '#/server/time/local-day.ts'
import { isTooLateToAskHow } from './derive.ts'
import type { Event, EventKind, EventOf } from './events.ts'
import { changedBy } from './evolve.ts'
import { sayUpdate } from './say.ts'
import { accepted, isWaiting, type Offer, type State, stageOf } from './state.ts'

/** A mail that an event asks for. It is written when it leaves. `soon`: with what else comes in a minute. */
export type QueuedMail = {
  mail: DeliveryChannel | 'everyone'
  offerId: number | null
  soon?: boolean
}

/** What an event costs a contractor, or takes back of it. */
export type Fee = 'charge-accepted' | 'charge-done' | 'reverse-all' | 'reverse-done'

/** Which words its line in the history has, where not those of its kind or none, and what these name. */
type Words = readonly [words: keyof typeof historyWords | null, named?: Record<string, string>]

type Meaning<Kind extends EventKind> = {
  words?: (event: EventOf<Kind>) => Words
  /** Whether the owner is told. */
  tells?: (event: EventOf<Kind>) => NewsGroup | false
  /** The mails that it queues, beside that of a change; `state` is the one after it. */
  mails?: (event: EventOf<Kind>, state: State) => QueuedMail[]
  fee?: (event: EventOf<Kind>) => Fee | undefined
}

const job = (offerId: number | null): QueuedMail[] =>
  offerId === null ? [] : [{ mail: 'job', offerId }]
const update: QueuedMail[] = [{ mail: 'update', offerId: null }]

/** Who has it is told of what has changed, with what else changes within a minute. */
function untold(state: State): QueuedMail[] {
  const offer = state.end ? undefined : accepted(state)
  return offer?.changed.length ? [{ mail: 'job', offerId: offer.id, soon: true }] : []
}

const always = (group: NewsGroup) => () => group
const lostFor = (reason: LostReason) => ({ why: lostReasonLabels[reason].toLowerCase() })

/** True for who is a user of the office. */
export const isUser = (by: string) => by !== 'server' && by !== 'visitor' && by !== 'contractor'

/** What each kind of event means to people. Whoever adds a kind adds a row; its words are in `content`. */
export const eventTable: { [Kind in EventKind]: Meaning<Kind> } = {
  received: { words: ({ by }) => [isUser(by) ? 'entered' : 'received'] },
  'carried-over': {},
  held: { tells: ({ by, mayBeReal }) => !isUser(by) && (mayBeReal ? 'waiting' : 'daily') },
  released: { mails: () => [{ mail: 'everyone', offerId: null }] },
  joined: {},
  parted: {},
  'took-along': {},
  'later-changed': {},
  'let-go': {},
  'needs-contractor': {},
  'waits-for-contractor': {},
  ours: {
    words: ({ reason }) => ['ours', { why: ownerReasonTexts[reason] }],
    tells: ({ reason }) =>
      (reason === 'nobody-left' || reason === 'unknown-place' || reason === 'outside') && 'waiting',
    mails: ({ reason }) => (reason === 'nobody-left' || reason === 'outside' ? update : []),
  },
  // The confirmation asks for it, where one leaves meanwhile.
  'place-asked': { mails: () => update.map((each) => ({ ...each, soon: true })) },
  'place-said': {
    // Without words of its visitor a user has chosen it, or another request of the same person says it.
    words({ said, place: { town, isOutside } }) {
      if (said) return ['place-said']
      if (isOutside) return ['place-outside']
      return town === null ? ['place-unknown'] : ['place', { town }]
    },
  },
  'urgency-said': {
    words: ({ cannotWait }) => [cannotWait ? 'urgent' : 'not-urgent'],
    tells: ({ cannotWait, urgencyBy }) => cannotWait && urgencyBy === 'visitor' && 'waiting',
  },
  'call-time-said': {},
  'word-added': {},
  'photo-added': {},
  'photo-removed': {},
  overdue: { tells: always('waiting') },
  offered: {
    words: ({ isAgreed }) => [isAgreed ? null : 'offered'],
    mails: ({ offerId, isAgreed }) => (isAgreed ? [] : [{ mail: 'offer', offerId }]),
  },
  hastened: { mails: ({ offerId }) => [{ mail: 'offer', offerId }] },
  'mail-left': {
    words({ mail, isKept }) {
      if (mail === 'follow-up' && !isKept) return ['asked-how-it-went']
      return visitorChannels.includes(mail) ? [null] : [isKept ? 'mail-kept' : 'mail-left']
    },
  },
  'mail-came-back': {},
  undelivered: { tells: always('jobs') },
  expired: {},
  taken: { mails: ({ offerId }) => job(offerId) },
  'late-yes': { tells: always('jobs') },
  withdrawn: {
    words: ({ why }) => [why === 'over' ? null : 'withdrawn'],
    tells: ({ why, hadIt }) => why === 'removed' && hadIt && 'jobs',
    mails: ({ offerId, hadIt }) => [...job(offerId), ...(hadIt ? update : [])],
    fee: ({ hadIt }) => (hadIt ? 'reverse-all' : undefined),
  },
  accepted: {
    words: ({ isAgreed }) => [isAgreed ? 'agreed' : 'accepted'],
    tells: ({ isAgreed }) => !isAgreed && 'jobs',
    mails: ({ offerId }) => [...job(offerId), ...update],
    fee: () => 'charge-accepted',
  },
  declined: {},
  'handed-back': { tells: always('jobs'), mails: () => update, fee: () => 'reverse-all' },
  reported: { words: ({ reason }) => ['reported', lostFor(reason)], tells: always('jobs') },
  'call-at': { tells: ({ moves }) => moves > 1 && 'jobs', mails: () => update },
  spoken: {
    words({ by }) {
      if (isUser(by)) return ['spoken']
      return [by === 'visitor' ? 'visitor-spoke' : 'contractor-spoke']
    },
  },
  'on-the-way': { mails: () => update },
  'call-reminded': { mails: ({ offerId }) => job(offerId) },
  'call-missed': {
    words: ({ isSaidByVisitor }) => [isSaidByVisitor ? 'not-called' : 'call-missed'],
    tells: always('waiting'),
  },
  'asked-for-news': { mails: ({ offerId }) => job(offerId) },
  quiet: { tells: always('waiting') },
  done: {
    words: ({ by }) => [by === 'contractor' ? 'told-done' : 'done'],
    mails: ({ offerId, by }) => (offerId === null || isUser(by) ? [] : update),
    fee: ({ offerId }) => (offerId === null ? undefined : 'charge-done'),
  },
  'job-valued': {
    words: ({ valueCents }) => [
      'job-valued',
      { value: valueCents === null ? 'unknown' : formatCents(valueCents) },
    ],
  },
  lost: {
    // That its contractor said so is the line before.
    words: ({ reason, isReported }) => (isReported ? [null] : ['lost', lostFor(reason)]),
    mails: ({ offerId, isReported }) => (isReported ? update : job(offerId)),
  },
  cancelled: { tells: always('visitors'), mails: ({ offerId }) => job(offerId) },
  settled: { words: ({ by }) => [isUser(by) ? 'lost-for-good' : 'settled'] },
  'wanted-again': { tells: always('visitors'), mails: ({ offerId }) => job(offerId) },
  reopened: {
    // Who goes on knows, unless a mail said that it is no longer theirs.
    mails: ({ offerId, keepsCall }, { offers }) =>
      keepsCall && !offers.some(({ id, told }) => id === offerId && told === 'gone')
        ? []
        : job(offerId),
    fee: ({ offerId, keepsCall }) => (offerId !== null && keepsCall ? 'reverse-done' : undefined),
  },
  'still-needs-help': {
    tells: always('visitors'),
    mails: ({ offerId }) => job(offerId),
    fee: ({ offerId }) => (offerId === null ? undefined : 'reverse-all'),
  },
  corrected: {
    mails({ field }, state) {
      // At another address: how it stands, or whether nothing came of it.
      const isAsked = !state.end || state.end.isReported
      return field === 'email' && isAsked && sayUpdate(state) ? update : []
    },
  },
  snoozed: {
    words: ({ until, reason }) => [
      reason ? 'snoozed-why' : 'snoozed',
      { when: inWords(new Date(until)) },
    ],
  },
  'snooze-ended': {
    words: ({ by }) => [by === 'server' ? 'snooze-ended' : 'snooze-removed'],
    tells: ({ by }) => by === 'server' && 'waiting',
  },
  contacted: {},
  'marked-new': {},
  noted: {},
  'everyone-told': {},
  'asked-how-it-went': {
    // That they are asked is said once the mail has left.
    words: () => [null],
    mails: ({ at }, state) =>
      isTooLateToAskHow(state, at) ? [] : [{ mail: 'follow-up', offerId: null }],
  },
  rated: {
    words: ({ stars }) => [stars === null ? 'rated-nobody' : 'rated'],
    tells: ({ stars }) => (stars ?? 0) <= 3 && 'visitors',
  },
  'rating-withdrawn': {},
  'rating-published': {},
  'rating-taken-off': {},
}

/** What one event means: the row of its kind, asked about it. */
export function meaningOf(event: Event, state: State) {
  const row = eventTable[event.kind] as Meaning<EventKind>
  // What has changed while a mail was leaving is said by another one.
  const isOfChange = changedBy(event) || (event.kind === 'mail-left' && event.mail === 'job')
  return {
    tells: row.tells?.(event as never) || null,
    mails: [...(isOfChange ? untold(state) : []), ...(row.mails?.(event as never, state) ?? [])],
    fee: row.fee?.(event as never),
  }
}

/** Of the job of the contractor who has it. */
const ofJob = (tell: (offer: Offer) => number | null) => (state: State) => {
  const offer = stageOf(state) === 'matched' ? accepted(state) : undefined
  return offer ? tell(offer) : null
}

/** What of a state news tell that are so only for a while; null while they are not so. */
const passing: { [Kind in EventKind]?: (state: State) => number | null } = {
  held: ({ isHeld }) => (isHeld ? 1 : null),
  ours: (state) => (stageOf(state) === 'ours' && state.ours ? state.ours.since : null),
  overdue: (state) => (isWaiting(stageOf(state)) ? state.promisedSince : null),
  accepted: ofJob(({ id }) => id),
  'call-at': ofJob(({ spokenAt, callMoves }) => (spokenAt === null ? callMoves : null)),
  'call-missed': ofJob(({ missedAt }) => missedAt),
  quiet: ofJob(({ missedAt }) => missedAt),
  cancelled: ({ end }) => (end?.as === 'cancelled' ? end.at : null),
  'snooze-ended': ({ snooze }) => (snooze ? null : 1),
}

/** The kinds of news that were so before a command, and of which something else is so since. */
export const passedNews = (before: State, after: State): EventKind[] =>
  (Object.keys(passing) as EventKind[]).filter((kind) => {
    const was = passing[kind]?.(before) ?? null
    return was !== null && was !== passing[kind]?.(after)
  })

/**
 * The line of an event in the history: the words, and whom or what they name at their end. Undefined for one
 * that the history leaves out. A kind may be one that only a newer version knows.
 */
export function lineOf(event: Event, company: string): [text: string, detail?: string] | undefined {
  const row = eventTable[event.kind] as Meaning<EventKind> | undefined
  const [key, named] = row?.words?.(event as never) ?? [row ? event.kind : 'unknown']
  const words = Object.entries(historyWords).find(([name]) => name === key)?.[1]
  if (!words) return undefined
  const values: Record<string, unknown> = { ...event, company, ...named }
  const [text = '', ...names] = words.split(/ (?=\{)/)
  const detail = names.join(' ').replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  return detail ? [text, detail] : [text]
}
