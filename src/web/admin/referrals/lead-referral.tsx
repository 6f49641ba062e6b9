import { type FormEvent, useEffect, useState } from 'react'
import {
  declineReasonLabels,
  handBackReasonLabels,
  lostReasonLabels,
  offerStateLabels,
  outcomeLabels,
} from '#/content/offer-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import {
  type LostReason,
  lostReasons,
  type Outcome,
  outcomes,
  toldLostReasons,
} from '#/contracts/referrals/offer-states.ts'
import type { Offer, OutcomeChange, Referral } from '#/contracts/referrals/offers.ts'
import { fullTime, untilText } from '../../dates.ts'
import { InputField } from '../../ui/fields.tsx'
import { Choice } from '../shell/filters.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { JobValue } from './job-value.tsx'

/** What a change of a lead's offers or outcome changes. */
const refetchesOf = (leadId: number) => [pathTo(api.lead, { leadId })]

/** What has become of a lead: its outcome, whom it was offered, and the forms for both. */
export function LeadReferral({ lead }: SectionProps) {
  const query = useData(api.leadReferral, { leadId: lead.id }, { staleTime: 0 })
  const { data: referral } = query
  return (
    <PanelSection heading="Contractor">
      <QueryFailure query={query} text="Failed to fetch the offers of this lead" />
      {!referral && query.isPending && <Loading />}
      {referral && (
        <>
          {referral.hasRunOut && referral.outcome === 'open' && (
            <p className="warning">No contractor has this request, and no one is being asked.</p>
          )}
          {referral.isAutomatic && (
            <p className="by">
              It is being offered automatically, to one contractor after another.
              {referral.nextTryAt && (
                <>
                  {' '}
                  Those who fit can take nothing right now. The next one is asked by{' '}
                  {fullTime(Date.parse(referral.nextTryAt))}.
                </>
              )}
            </p>
          )}
          {referral.soundsUrgent && <Urgency leadId={lead.id} />}
          <Offers lead={lead} referral={referral} />
          {referral.outcome === 'open' && !lead.isQuarantined && lead.joinedTo === null && (
            <AgreementForm leadId={lead.id} />
          )}
          <OutcomeForm leadId={lead.id} referral={referral} />
        </>
      )}
    </PanelSection>
  )
}

const urgencyAnswers = [
  [true, 'Yes, an emergency'],
  [false, 'No, it can wait'],
] as const

/** The words of the visitor may be about an emergency: then contractors have minutes, and not hours. */
function Urgency({ leadId }: { leadId: number }) {
  const change = useChange(api.leadUrgency, {
    send: (cannotWait: boolean) => ({ params: { leadId }, body: { cannotWait } }),
    success: 'Your answer was saved',
    failure: 'Failed to save your answer',
    refetches: refetchesOf(leadId),
  })
  return (
    <div>
      <p className="warning">Sounds urgent: is it an emergency?</p>
      <div className="row">
        {urgencyAnswers.map(([value, text]) => (
          <button
            key={text}
            className="tool-button"
            type="button"
            disabled={change.isPending}
            onClick={() => change.mutate(value)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

const tones: Partial<Record<Offer['state'], 'good' | 'busy'>> = { accepted: 'good', open: 'busy' }

function Offers({ lead, referral }: Pick<SectionProps, 'lead'> & { referral: Referral }) {
  const { offers, outcome } = referral
  if (offers.length === 0 && lead.joinedTo !== null) return null
  if (offers.length === 0) return <p className="by">No contractor has been asked yet.</p>
  return (
    <ul className="column tight">
      {offers.map((offer) => (
        <OfferItem key={offer.id} leadId={lead.id} offer={offer} outcome={outcome} />
      ))}
    </ul>
  )
}

/** True for a call that is still to come. */
const isToCall = ({ state, callAt, calledAt }: Offer) =>
  state === 'accepted' && calledAt === null && Date.parse(callAt ?? '') > Date.now()

/** When it was said, or until when it can be. */
function OfferTimes({ offer }: { offer: Offer }) {
  const { state, offeredAt, answeredAt, expiresAt, endedAt, callAt, onTheWayAt } = offer
  const { mailedAt, declineReason, handBackReason, jobValueCents, calledAt } = offer
  return (
    <p className="by">
      {state !== 'open' && (
        <>
          <Time at={endedAt ?? answeredAt ?? offeredAt} isMuted />.{' '}
        </>
      )}
      {state === 'open' && mailedAt && (
        <>
          Time to answer ends <Time at={expiresAt} show={untilText} />.
        </>
      )}
      {state === 'open' && !mailedAt && (
        <>The email to them has not left yet. Their time to answer starts when it does.</>
      )}
      {callAt && (
        <>
          {isToCall(offer) ? 'Calls' : 'The call was set for'} {fullTime(Date.parse(callAt))}.{' '}
        </>
      )}
      {calledAt && <>They’ve talked, as we were told {fullTime(Date.parse(calledAt))}. </>}
      {onTheWayAt && <>On the way since {fullTime(Date.parse(onTheWayAt))}. </>}
      {declineReason && <>{declineReasonLabels[declineReason]}. </>}
      {handBackReason && <>{handBackReasonLabels[handBackReason]}. </>}
      {jobValueCents !== null && <>Job value {formatCents(jobValueCents)}. </>}
    </p>
  )
}

type OfferItemProps = { leadId: number; offer: Offer; outcome: Outcome }

function OfferItem({ leadId, offer, outcome }: OfferItemProps) {
  const { id, companyName, state, by, calledAt } = offer
  const send = () => ({ params: { offerId: id } })
  const refetches = refetchesOf(leadId)
  const spoken = useChange(api.offerSpoken, {
    send,
    success: 'Noted: they’ve talked',
    refetches,
  })
  const withdraw = useChange(api.offerWithdrawal, {
    send,
    success: 'The offer was withdrawn',
    failure: 'Failed to withdraw the offer',
    refetches,
  })
  return (
    <li className="quoted">
      <div className="row ends">
        <p>
          <bdi>{companyName}</bdi>
        </p>
        <span className="state-mark" data-tone={tones[state] ?? 'off'}>
          {offerStateLabels[state]}
        </span>
      </div>
      <OfferTimes offer={offer} />
      <p className="by">{by ? <>Offered by {by}</> : 'Offered automatically'}</p>
      {state === 'accepted' && <JobValue leadId={leadId} offer={offer} />}
      {state === 'accepted' && outcome === 'matched' && calledAt === null && (
        <button
          className="tool-button"
          type="button"
          disabled={spoken.isPending}
          onClick={() => spoken.mutate()}
        >
          They’ve talked
        </button>
      )}{' '}
      {(state === 'open' || (state === 'accepted' && outcome === 'matched')) && (
        <button
          className="tool-button"
          type="button"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Withdraw<span className="hidden-text"> from {companyName}</span>
        </button>
      )}
    </li>
  )
}

const outcomeFrame = { name: 'outcome', label: 'Outcome' }
const reasonFrame = { name: 'lost-reason', label: 'Why was it lost?' }

function OutcomeForm({ leadId, referral }: { leadId: number; referral: Referral }) {
  const [outcome, setOutcome] = useState<Outcome>(referral.outcome)
  const [lostReason, setLostReason] = useState(referral.lostReason ?? undefined)
  const save = useChange(api.leadOutcome, {
    send: (body: OutcomeChange) => ({ params: { leadId }, body }),
    success: 'The outcome was set',
    failure: 'Failed to set the outcome',
    refetches: refetchesOf(leadId),
  })
  // What others have set shows here, and what was chosen and not saved gives way to it.
  useEffect(() => {
    setOutcome(referral.outcome)
    setLostReason(referral.lostReason ?? undefined)
  }, [referral.outcome, referral.lostReason])
  const isLost = outcome === 'lost'
  // That its customer canceled it is not the owner's to say.
  const reasons = referral.lostReason === 'cancelled' ? lostReasons : toldLostReasons
  const isSame =
    outcome === referral.outcome && (!isLost || (lostReason ?? null) === referral.lostReason)
  return (
    <form
      className="part-form"
      onSubmit={(event) => {
        event.preventDefault()
        const told = toldLostReasons.find((each) => isLost && each === lostReason)
        save.mutate({ outcome, lostReason: told ?? null })
      }}
    >
      <Choice
        frame={outcomeFrame}
        value={outcome}
        options={outcomes.map((each) => [each, outcomeLabels[each]])}
        onChoose={(chosen) => setOutcome(chosen as Outcome)}
      />
      {isLost && (
        <Choice
          frame={reasonFrame}
          value={lostReason}
          all="Choose a reason"
          options={reasons.map((each) => [each, lostReasonLabels[each]])}
          isRequired
          onChoose={(chosen) => setLostReason(chosen as LostReason | undefined)}
        />
      )}
      <button className="tool-button" type="submit" disabled={isSame || save.isPending}>
        Set outcome
      </button>
    </form>
  )
}

const contractorFrame = { name: 'contractor', label: 'Contractor' }
const callFrame = {
  name: 'call-at',
  label: 'When will they call?',
  hint: 'In the business’s local time. The customer sees it.',
}

/** Records that a contractor took a lead by phone. */
function AgreementForm({ leadId }: { leadId: number }) {
  const { data: contractors } = useData(api.contractors, {}, { refetchOnMount: 'always' })
  const [chosen, setChosen] = useState<string>()
  const [callAt, setCallAt] = useState('')
  const agree = useChange(api.leadAgreement, {
    send: (contractorId: number) => ({ params: { leadId }, body: { contractorId, callAt } }),
    success: 'It is recorded, and the contractor gets the details',
    failure: 'Failed to record it',
    refetches: refetchesOf(leadId),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    agree.mutate(Number(chosen))
  }

  return (
    <details className="opener">
      <summary>A contractor has agreed by phone</summary>
      <form className="part-form" onSubmit={send}>
        <Choice
          frame={contractorFrame}
          value={chosen}
          all="Choose a contractor"
          options={contractors?.map(({ id, companyName }) => [String(id), companyName]) ?? []}
          isRequired
          onChoose={setChosen}
        />
        <InputField
          frame={callFrame}
          type="datetime-local"
          required
          value={callAt}
          onChange={(event) => setCallAt(event.target.value)}
        />
        <button className="tool-button" type="submit" disabled={agree.isPending}>
          Record it
        </button>
      </form>
    </details>
  )
}
