import { asc, eq } from 'drizzle-orm'
import { lostReasonLabels } from '#/content/offer-page.ts'
import { historyWords as words } from '#/content/office/history-words.ts'
import { ownerReasonTexts } from '#/content/office/stages.ts'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import { visitorChannels } from '#/contracts/notifications/deliveries.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import { inWords } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { isUser } from '../event-table.ts'
import type { Event, EventKind, EventOf } from '../events.ts'
import { readEvents } from './read-additions.ts'

/** What a line says: the words, and whom or what they are about. */
type Line = readonly [text: string, detail?: string | null]

/** The line of an event; undefined for one that the history leaves out. `company` is that of its offer. */
type ToLine<Kind extends EventKind> = (event: EventOf<Kind>, company: string) => Line | undefined

const plain = (text: string) => (): Line => [text]
const ofCompany =
  (text: string) =>
  (_: unknown, company: string): Line => [text, company]
const leftOut = () => undefined

/** 'Lost: unreachable'. */
const lostFor = (reason: keyof typeof lostReasonLabels) =>
  `Lost: ${lostReasonLabels[reason].toLowerCase()}`

const toLine: { [Kind in EventKind]: ToLine<Kind> } = {
  received: ({ by }) => [isUser(by) ? words.entered : words.received],
  'carried-over': leftOut,
  held: plain(words.held),
  released: plain(words.released),
  joined: ({ earlier }) => [words.joined, String(earlier)],
  parted: ({ earlier }) => [words.parted, String(earlier)],
  'took-along': ({ later }) => [words.joined, String(later)],
  'later-changed': leftOut,
  'let-go': ({ later }) => [words.parted, String(later)],
  'needs-contractor': leftOut,
  'waits-for-contractor': leftOut,
  ours: ({ reason }) => [words.ours, ownerReasonTexts[reason]],
  'place-asked': plain(words.placeAsked),
  'place-said': ({ by, place: { town, isOutside } }) =>
    by === 'visitor'
      ? [words.placeSaid]
      : [words.place, isOutside ? words.outside : (town ?? words.notKnown)],
  'urgency-said': ({ cannotWait }) => [words.urgency, cannotWait ? words.yes : words.no],
  'call-time-said': plain(words.callTimeSaid),
  'word-added': plain(words.wordAdded),
  'photo-added': plain(words.photoAdded),
  'photo-removed': plain(words.photoRemoved),
  overdue: plain(words.overdue),
  offered: ({ isAgreed }, company) => (isAgreed ? undefined : [words.offered, company]),
  hastened: leftOut,
  'mail-left': ({ mail, to, isKept }) =>
    visitorChannels.includes(mail) ? undefined : [isKept ? words.kept : words.notified, to],
  'mail-came-back': ({ to }) => [words.cameBack, to],
  undelivered: ofCompany(words.undelivered),
  expired: ofCompany(words.expired),
  taken: leftOut,
  'late-yes': ofCompany(words.lateYes),
  withdrawn: ({ why }, company) => (why === 'over' ? undefined : [words.withdrawn, company]),
  accepted: ({ isAgreed }, company) => [isAgreed ? words.agreed : words.accepted, company],
  declined: ofCompany(words.declined),
  'handed-back': ofCompany(words.handedBack),
  reported: ({ reason }, company) => [
    words.reported,
    `${company}: ${lostReasonLabels[reason].toLowerCase()}`,
  ],
  'call-at': ofCompany(words.callAt),
  spoken: ({ by }, company) =>
    isUser(by) ? [words.spoken] : [words.spokenSaid, by === 'visitor' ? words.customer : company],
  'on-the-way': ofCompany(words.onTheWay),
  'call-reminded': ofCompany(words.callReminded),
  'call-missed': ({ isSaidByVisitor }, company) => [
    isSaidByVisitor ? words.notCalled : words.callMissed,
    company,
  ],
  'asked-for-news': ofCompany(words.askedForNews),
  quiet: ofCompany(words.quiet),
  done: ({ by }, company) => [
    words.outcome,
    by === 'contractor' ? `Done, told by ${company}` : 'Done',
  ],
  // That its contractor said so is the line before.
  lost: ({ reason, isReported }) => (isReported ? undefined : [words.outcome, lostFor(reason)]),
  cancelled: plain(words.cancelled),
  settled: plain(words.settled),
  'wanted-again': plain(words.wantedAgain),
  reopened: plain(words.reopened),
  'still-needs-help': plain(words.stillNeedsHelp),
  corrected: ({ field }) => [words.corrected, field],
  snoozed: ({ until, reason }) => [
    words.snoozed,
    [inWords(new Date(until)), ...(reason ? [reason] : [])].join(': '),
  ],
  'snooze-ended': ({ by }) => [by === 'server' ? words.shownAgain : words.snoozeRemoved],
  contacted: plain(words.contacted),
  'marked-new': plain(words.markedNew),
  noted: plain(words.noted),
  'everyone-told': plain(words.everyoneTold),
  'asked-how-it-went': plain(words.askedHow),
  rated: ({ stars }) => (stars === null ? [words.ratedNobody] : [words.rated, `${stars} of 5`]),
  'rating-withdrawn': plain(words.ratingWithdrawn),
  'rating-published': plain(words.ratingPublished),
  'rating-taken-off': plain(words.ratingTakenOff),
}

/** The line of an event, also of one whose kind only a newer version knows. */
export function lineOf(event: Event, company: string): Line | undefined {
  const line = toLine[event.kind] as ToLine<EventKind> | undefined
  return line ? line(event as never, company) : [words.unknown]
}

/** The company that an event of an earlier version names, where its offer is not known. */
const companyIn = (event: object) => ('company' in event ? String(event.company) : '')

/** What happened to a lead, oldest first, in words. */
export async function readHistory(
  db: Database,
  { id, createdAt }: { id: number; createdAt: Date },
): Promise<HistoryEntry[]> {
  const [events, companies] = await Promise.all([
    readEvents(db, id),
    db
      .select({ offerId: offers.id, companyName: contractors.companyName })
      .from(offers)
      .innerJoin(contractors, eq(contractors.id, offers.contractorId))
      .where(eq(offers.leadId, id))
      .orderBy(asc(offers.id)),
  ])
  const named = new Map(companies.map(({ offerId, companyName }) => [offerId, companyName]))
  const lines = events.flatMap((event): HistoryEntry[] => {
    const offerId = 'offerId' in event ? event.offerId : null
    const line = lineOf(event, named.get(offerId ?? 0) ?? companyIn(event))
    if (!line) return []
    const [text, detail = null] = line
    const by = isUser(event.by) ? event.by : null
    return [
      { id: event.id, kind: event.kind, text, detail, by, at: new Date(event.at).toISOString() },
    ]
  })
  // Of a lead that was stored before its events were.
  const isBegun = events.some(({ kind }) => kind === 'received')
  const begin = { id: 0, kind: 'received', text: words.received, detail: null, by: null }
  return isBegun ? lines : [{ ...begin, at: createdAt.toISOString() }, ...lines]
}
