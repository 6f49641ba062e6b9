import type {
  Command,
  ContractorCommand,
  OtherRequestCommand,
  OwnerCommand,
  ServerCommand,
  VisitorCommand,
} from './commands.ts'
import { type Decision, type Draft, happen, type Refusal, refuse } from './draft.ts'
import type { By } from './events.ts'
import {
  begin,
  canAskVisitor,
  endWith,
  giveReported,
  giveToOwner,
  handToOwner,
  isMisfit,
  lastHolder,
  lookFor,
  mayRate,
  mayReopen,
  needContractor,
  settle,
  take,
  takeFromReporter,
  whyNotFree,
  whyNotOfferable,
  withdraw,
} from './settle.ts'
import {
  accepted,
  accessOf,
  after,
  type Contractor,
  type Instant,
  isUrgent,
  isWaiting,
  type Offer,
  openOffers,
  type Rules,
  type State,
  stageOf,
} from './state.ts'
import {
  areApart,
  hearOf,
  joinsEarlier,
  joinTo,
  partFromEarlier,
  tellEarlier,
} from './two-requests.ts'

const findOffer = ({ offers }: State, offerId: number | null) =>
  offers.find(({ id }) => id === offerId)

/** The offer by which a contractor is being asked. */
const openOfferTo = (state: State, { id }: Contractor) =>
  openOffers(state).find(({ contractor }) => contractor.id === id)

type Do = Command['do']
type CommandOf<Kind extends Do> = Command & { do: Kind }
type Rule<Kind extends Do> = (draft: Draft, command: CommandOf<Kind>) => Refusal | undefined

/** A rule for the visitor whose call is awaited, once its time is over. */
const onceCallIsDue =
  (run: (draft: Draft, offer: Offer) => undefined): Rule<'not-called' | 'called'> =>
  (draft) => {
    const offer = stageOf(draft.state) === 'matched' ? accepted(draft.state) : undefined
    const isAhead = offer?.callAt != null && offer.callAt > draft.now
    if (!offer || offer.spokenAt !== null || isAhead) return refuse('as-it-was')
    run(draft, offer)
  }

type RulesOf<Kinds extends Do> = { [Kind in Kinds]: Rule<Kind> }

/** What the commands of the server do. */
const ofServer: RulesOf<'stored' | ServerCommand['do']> = {
  stored(draft, { held }) {
    happen(draft, { kind: 'received' })
    if (held) happen(draft, { kind: 'held', ...held }, 'server')
    else begin(draft)
  },

  offer(draft, { offerId, contractor, by }) {
    const problem = whyNotOfferable(draft.state, contractor)
    if (problem) return problem
    if (openOfferTo(draft.state, contractor))
      return refuse('asked-already', { company: contractor.companyName })
    takeFromReporter(draft)
    const expiresAt = after(draft.now, draft.rules.answerWithin, draft.state, draft.rules)
    const { town } = draft.state.lead
    const offered = { offerId, contractor, expiresAt, isAgreed: false, town }
    happen(draft, { kind: 'offered', ...offered }, by ?? 'server')
  },
  'nobody-fits'(draft, { retryAt }) {
    const { state, now } = draft
    if (!state.isAutomatic || !isWaiting(stageOf(state)) || openOffers(state).length > 0) return
    if (!state.ours && (retryAt === null || isUrgent(state))) {
      handToOwner(draft, 'nobody-left', retryAt !== null)
    }
    const earliest = now + 60_000
    const next = retryAt === null ? null : Math.max(retryAt, earliest)
    // Where nobody is left at all, the owner has been told, now or before.
    const isNews = next === null || next !== state.retryAt
    if (draft.state.isAutomatic && isNews) {
      happen(draft, { kind: 'waits-for-contractor', retryAt: next })
    }
  },
  'mail-left'(draft, { mail, offerId, said, to, isKept = false, writtenAt = draft.now }) {
    const { state, now, rules } = draft
    const offer = findOffer(state, offerId)
    const begins = mail === 'offer' && offer?.state === 'open' && offer.mailedAt === null
    const expiresAt = begins ? after(now, rules.answerWithin, state, rules) : null
    happen(draft, { kind: 'mail-left', mail, offerId, said, to, isKept, writtenAt, expiresAt })
  },
  'mail-failed'(draft, { mail, offerId, writtenAt = draft.now }) {
    const offer = findOffer(draft.state, offerId)
    if (mail === 'offer' && offer?.state === 'open' && offer.mailedAt === null) {
      happen(draft, { kind: 'undelivered', offerId: offer.id })
      return
    }
    // A mail that was written before the end did not ask the visitor whether nothing came of it.
    const { end, told } = draft.state
    const isOfEnd = mail === 'update' && end?.isReported && writtenAt >= end.at
    if (isOfEnd && told !== 'reported') giveReported(draft)
  },
  // What time changes follows from every command.
  tick: () => undefined,
}

type OfferRule<Kind extends Do> = (
  draft: Draft,
  offer: Offer,
  command: CommandOf<Kind>,
) => Refusal | undefined

/** What contractors do with an offer that they are asked by, or with a job that is theirs. */
const ofContractor: { [Kind in ContractorCommand['do']]: OfferRule<Kind> } = {
  accept(draft, offer, { callAt }) {
    const { state } = draft
    const { contractor } = offer
    const isLate = offer.state === 'expired'
    if (accepted(state)?.contractor.id === contractor.id) return refuse('accepted')
    // What the server would not offer them any more is not theirs by a late yes.
    if (isLate && isMisfit(offer, state)) return refuse('expired')
    const asked = openOfferTo(state, contractor) ?? offer
    if (isWaiting(stageOf(state))) return take(draft, asked.id, callAt, false)
    if (stageOf(state) !== 'matched') return refuse('withdrawn')
    if (isLate && !offer.saidYesLate) happen(draft, { kind: 'late-yes', offerId: offer.id })
  },
  decline: (draft, { id: offerId }, { reason }) =>
    happen(draft, { kind: 'declined', offerId, reason }),
  'hand-back'(draft, { id: offerId }, { reason }) {
    happen(draft, { kind: 'handed-back', offerId, reason })
    lookFor(draft, 'handed-back', true)
  },
  'call-at'(draft, offer, { callAt }) {
    if (callAt === offer.callAt) return
    happen(draft, { kind: 'call-at', offerId: offer.id, callAt, moves: offer.callMoves + 1 })
  },
  // It is news, too, of a job of which nothing was heard.
  spoken(draft, { id: offerId, spokenAt, askedForNewsAt, missedAt }) {
    const isNews = spokenAt === null || askedForNewsAt !== null || missedAt !== null
    if (isNews) happen(draft, { kind: 'spoken', offerId })
  },
  'on-the-way'(draft, { id: offerId, onTheWayAt }) {
    if (onTheWayAt === null) happen(draft, { kind: 'on-the-way', offerId })
  },
  done: (draft, { id: offerId }, { valueCents }) =>
    endWith(draft, { kind: 'done', offerId, valueCents }),
  'nothing-came-of-it'(draft, { id: offerId }, { reason }) {
    happen(draft, { kind: 'reported', offerId, reason })
    if (!canAskVisitor(draft)) giveToOwner(draft, 'reported', true)
    else endWith(draft, { kind: 'lost', reason, isReported: true, offerId: null })
  },
}

const isOfContractor = (command: Command): command is ContractorCommand =>
  command.do in ofContractor

function runForContractor(draft: Draft, command: ContractorCommand): Refusal | undefined {
  const offer = findOffer(draft.state, command.offerId)
  const access = offer ? accessOf(offer, draft.state) : 'no-such-offer'
  const isAsked = access === 'open' || (access === 'expired' && command.do === 'accept')
  const isTheirs = access === 'accepted' && stageOf(draft.state) === 'matched'
  const isAnswer = command.do === 'accept' || command.do === 'decline'
  if (!offer || !(isAnswer ? isAsked : isTheirs)) {
    if (access === 'accepted' && !isAnswer) return refuse('over')
    return refuse(access, offer && { company: offer.contractor.companyName })
  }
  const rule = ofContractor[command.do] as OfferRule<ContractorCommand['do']>
  return rule(draft, offer, command)
}

const ofVisitor: RulesOf<VisitorCommand['do']> = {
  cancel(draft) {
    if (draft.state.end) return refuse(draft.state.end.as === 'cancelled' ? 'as-it-was' : 'closed')
    endWith(draft, { kind: 'cancelled', offerId: accepted(draft.state)?.id ?? null })
  },
  'want-again'(draft) {
    if (draft.state.end?.as !== 'cancelled') return refuse('as-it-was')
    const { isHeld } = draft.state
    const holder = isHeld ? undefined : lastHolder(draft.state)
    const offerId = holder && !holder.contractor.bar ? holder.id : null
    happen(draft, { kind: 'wanted-again', offerId, keepsCall: false })
    if (offerId !== null || isHeld) return
    if (!joinsEarlier(draft)) lookFor(draft, 'reopened', true)
  },
  'still-need-help'(draft) {
    const { end, offers } = draft.state
    if (!end) return refuse('as-it-was')
    if (!mayReopen(draft.state, draft.now)) return refuse('closed')
    const holder = offers.findLast(({ state }) => state === 'accepted' || state === 'ended')
    happen(draft, { kind: 'still-needs-help', offerId: holder?.id ?? null })
    if (end.isReported) lookFor(draft, 'reopened', true)
    else if (holder || !joinsEarlier(draft)) giveToOwner(draft, 'reopened', true)
  },
  'say-place'(draft, { place, said }) {
    if (draft.state.end) return refuse('closed')
    happen(draft, { kind: 'place-said', place, said })
  },
  'say-urgency'(draft, { cannotWait }) {
    const { end, lead, urgencyBy } = draft.state
    if (end) return refuse('closed')
    if (cannotWait === lead.cannotWait) return refuse('as-it-was')
    if (!cannotWait && urgencyBy !== 'visitor') return refuse('not-theirs')
    happen(draft, { kind: 'urgency-said', cannotWait, urgencyBy: 'visitor' })
  },
  add: (draft, { what }) => (draft.state.end ? refuse('closed') : happen(draft, what)),
  'not-called': onceCallIsDue((draft, { id: offerId, missedAt, remindedAt }) => {
    if (missedAt !== null) return
    if (remindedAt === null) happen(draft, { kind: 'call-reminded', offerId }, 'server')
    happen(draft, { kind: 'call-missed', offerId, isSaidByVisitor: true })
  }),
  called: onceCallIsDue((draft, { id: offerId }) => happen(draft, { kind: 'spoken', offerId })),
  settled(draft) {
    if (draft.state.end?.isReported) happen(draft, { kind: 'settled' })
  },
  rate(draft, { stars }) {
    if (!mayRate(draft.state, draft.now)) return refuse('early')
    happen(draft, { kind: 'rated', stars })
  },
}

const ofOwner: RulesOf<OwnerCommand['do']> = {
  agree(draft, { offerId, contractor, callAt }) {
    const problem = whyNotOfferable(draft.state, contractor)
    if (problem) return problem
    const asked = openOfferTo(draft.state, contractor)
    const { town } = draft.state.lead
    const offered = { offerId, contractor, expiresAt: draft.now, isAgreed: true, town }
    if (!asked) happen(draft, { kind: 'offered', ...offered })
    take(draft, asked?.id ?? offerId, callAt, true)
  },
  withdraw(draft, { offerId }) {
    const offer = findOffer(draft.state, offerId)
    if (!offer) return refuse('no-such-offer')
    if (draft.state.end) return refuse('over')
    if (offer.state !== 'open' && offer.state !== 'accepted') return refuse(offer.state)
    withdraw(draft, offer, 'owner')
    if (stageOf(draft.state) === 'asked') needContractor(draft, false, false)
    else giveToOwner(draft, 'taken-back', offer.state === 'accepted')
  },
  'set-job-value'(draft, { offerId, valueCents }) {
    const offer = findOffer(draft.state, offerId)
    if (offer?.state !== 'accepted') return refuse(offer?.state ?? 'no-such-offer')
    if (valueCents !== offer.jobValueCents)
      happen(draft, { kind: 'job-valued', offerId, valueCents })
  },
  'came-back'(draft, { to, mail, offerId }) {
    const offer = findOffer(draft.state, offerId)
    const isOffer = mail === 'offer' && offer
    if (isOffer && offer.answeredAt !== null)
      return refuse('answered', { company: offer.contractor.companyName })
    happen(draft, { kind: 'mail-came-back', offerId, to })
    if (mail === 'update' && draft.state.end?.isReported) return giveReported(draft)
    if (isOffer && (offer.state === 'open' || offer.state === 'expired'))
      happen(draft, { kind: 'undelivered', offerId: offer.id }, 'server')
  },
  close(draft, { as, reason }) {
    const { end, isHeld } = draft.state
    if (isHeld) return refuse('held')
    if (end?.as === as && end.reason === reason)
      return end.isReported ? happen(draft, { kind: 'settled' }) : undefined
    const had = accepted(draft.state) ?? lastHolder(draft.state)
    if (end) happen(draft, { kind: 'reopened', offerId: had?.id ?? null, keepsCall: true })
    const holder = accepted(draft.state)?.id ?? null
    if (as === 'done') return endWith(draft, { kind: 'done', offerId: holder, valueCents: null })
    const lost = { reason: reason ?? 'no-longer-needed', isReported: false } as const
    endWith(draft, { kind: 'lost', ...lost, offerId: holder })
  },
  reopen(draft, { to }) {
    const { end, isHeld } = draft.state
    if (isHeld) return refuse('held')
    const holder = end ? lastHolder(draft.state) : accepted(draft.state)
    if (to === 'matched' && !holder) return refuse('no-contractor')
    if (to === 'open' && holder)
      return refuse(end ? 'has-contractor' : 'matched', { company: holder.contractor.companyName })
    if (!end) return
    happen(draft, { kind: 'reopened', offerId: holder?.id ?? null, keepsCall: end.as === 'done' })
    if (holder) return
    const removed = accepted(draft.state)
    if (removed) withdraw(draft, removed, 'removed', 'server')
    if (!joinsEarlier(draft)) giveToOwner(draft, 'reopened', true)
  },
  correct(draft, { fields, service, place, cannotWait, hasEmail }) {
    const { told } = draft.state
    for (const field of fields.filter((each) => each !== 'cannotWait')) {
      const newService = field === 'service' ? (service ?? null) : null
      const newHasEmail = field === 'email' ? (hasEmail ?? null) : null
      happen(draft, { kind: 'corrected', field, service: newService, hasEmail: newHasEmail })
    }
    if (place) happen(draft, { kind: 'place-said', place, said: null })
    // Its visitor was not asked yet whether nothing came of it, and cannot be any more.
    if (hasEmail === false && draft.state.end?.isReported && told !== 'reported')
      giveReported(draft)
    const { lead, urgencyBy } = draft.state
    // That it can wait is an answer, too.
    if (cannotWait !== undefined && (cannotWait !== lead.cannotWait || !urgencyBy))
      happen(draft, { kind: 'urgency-said', cannotWait, urgencyBy: 'user' })
  },
  snooze(draft, { until, reason }) {
    const { state, now, rules } = draft
    const stage = stageOf(state)
    if (state.end || state.isHeld || state.joinedTo !== null) return refuse('over')
    const isOurs = stage === 'ours' || stage === 'new'
    if (isOurs && isUrgent(state)) return refuse('urgent')
    // An hour before the promise is due there is still time to keep it.
    const promise = { ...rules.promise, usual: rules.promise.usual - 60 }
    const isMissed = stage === 'matched' && accepted(state)?.missedAt != null
    const isPromised = isOurs && state.promisedSince !== null
    const latest = isPromised ? after(state.promisedSince ?? now, promise, state, rules) : until
    if (isMissed || latest <= now) return refuse('promise-due')
    happen(draft, { kind: 'snoozed', until: Math.min(until, latest), reason })
  },
  'end-snooze': (draft) =>
    draft.state.snooze ? happen(draft, { kind: 'snooze-ended' }) : refuse('not-snoozed'),
  hold(draft) {
    if (draft.state.isHeld) return
    const holder = draft.state.end ? undefined : accepted(draft.state)
    if (holder) withdraw(draft, holder, 'owner')
    partFromEarlier(draft, false)
    happen(draft, { kind: 'held', mayBeReal: false })
    // What looks like spam is no reason to ask contractors for the rest.
    draft.others.push({ to: 'later', command: { do: 'go-on-alone', isDone: true } })
  },
  release(draft) {
    if (!draft.state.isHeld) return
    happen(draft, { kind: 'released' })
    if (!draft.state.end) begin(draft)
  },
  join(draft, { earlier }) {
    const problem = whyNotFree(draft.state)
    if (problem) return problem
    if (earlier === draft.state.lead.id) return refuse('itself')
    // Those that went with it go with the same one.
    const command = { do: 'go-on-alone', isDone: false, earlier } as const
    draft.others.push({ to: 'later', command })
    joinTo(draft, earlier)
  },
  part(draft) {
    if (draft.state.joinedTo === null) return refuse('not-joined')
    partFromEarlier(draft, true)
    lookFor(draft, 'parted', false)
  },
  mark(draft, { isContacted, undoes }) {
    const { lead } = draft.state
    if (isContacted === lead.isContacted) return
    const first = lead.firstContactedAt
    if (isContacted)
      return happen(draft, { kind: 'contacted', firstContactedAt: first ?? draft.now })
    const isUndone = undoes && first !== null && first > draft.now - 60_000
    happen(draft, { kind: 'marked-new', firstContactedAt: isUndone ? null : first })
  },
  note: (draft, { what }) => happen(draft, { kind: what }),
}

/** What happens to the other of two requests that go together. */
const ofOther: RulesOf<OtherRequestCommand['do']> = {
  'take-along'(draft, { later }) {
    const { id } = later.lead
    if (draft.state.end || draft.state.isHeld || draft.state.joinedTo !== null) {
      draft.others.push({ to: id, command: { do: 'go-on-alone', isDone: false } })
      return
    }
    happen(draft, { kind: 'took-along', later: id })
    hearOf(draft, later)
  },
  'let-go': (draft, { later }) => happen(draft, { kind: 'let-go', later }),
  'hear-of-later'(draft, { later, changed }) {
    for (const change of changed)
      happen(draft, { kind: 'later-changed', later: later.lead.id, change })
    hearOf(draft, later)
  },
  'go-on-alone'(draft, { isDone }) {
    const { joinedTo } = draft.state
    if (joinedTo === null) return
    happen(draft, { kind: 'parted', earlier: joinedTo, isByOwner: false })
    if (joinsEarlier(draft)) return
    if (isDone) giveToOwner(draft, 'parted', false)
    else lookFor(draft, 'parted', false)
  },
  'compare-place'(draft, { place }) {
    const { joinedTo, lead } = draft.state
    if (joinedTo === null || !areApart(lead, place)) return
    partFromEarlier(draft, false)
    lookFor(draft, 'parted', false)
  },
}

const ruleOf = { ...ofServer, ...ofVisitor, ...ofOwner, ...ofOther }

/** Who gives a command, as the events name them. */
function byOf(command: Command): By {
  if ('by' in command && command.by) return command.by
  if (command.do === 'stored') return command.enteredBy ?? 'visitor'
  if (isOfContractor(command)) return 'contractor'
  return command.do in ofVisitor ? 'visitor' : 'server'
}

/**
 * Decides what a command does to a request: refuses it, or returns the next state and what happened. Pure:
 * the same state, command, time and rules give the same decision. `earlier` is the open request of the same
 * person with which it may go.
 */
export function decide(
  state: State,
  command: Command,
  now: Instant,
  rules: Rules,
  earlier: number | null = null,
): Decision | Refusal {
  const by = byOf(command)
  const draft: Draft = { state, events: [], ask: 0, others: [], now, rules, by, earlier }
  const refusal = isOfContractor(command)
    ? runForContractor(draft, command)
    : (ruleOf[command.do] as Rule<Do>)(draft, command)
  if (refusal) return refusal
  settle(draft, state)
  tellEarlier(draft, state)
  // A spoken word answers the requests that go with this one, too.
  const isAnswered = draft.events.some(({ kind }) => kind === 'spoken' || kind === 'on-the-way')
  const mark = { do: 'mark', isContacted: true, undoes: false, by: 'server' } as const
  if (isAnswered) draft.others.push({ to: 'later', command: mark })
  const { events, ask, others } = draft
  return { state: draft.state, events, ask, others }
}
