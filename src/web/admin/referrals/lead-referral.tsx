import {
  declineReasonLabels,
  handBackReasonLabels,
  offerStateLabels,
} from '#/content/offer-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Outcome } from '#/contracts/referrals/offer-states.ts'
import type { Offer } from '#/contracts/referrals/offers.ts'
import { answerText, fullTime } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'
import { AgreementForm, JobValue, OutcomeForm } from './outcome-forms.tsx'

/** What has become of a lead: its outcome, whom it was offered, and the forms for both. */
export function LeadReferral({ lead }: SectionProps) {
  const { id: leadId, stage, referral } = lead
  const { outcome, offers, isAutomatic, retryAt, soundsUrgent } = referral
  return (
    <PanelSection heading="Contractor">
      {stage === 'ours' && (
        <p className="hot">No contractor has this request, and no one is being asked.</p>
      )}
      {isAutomatic && (
        <p className="by">
          We’re offering it automatically, to one contractor after another.
          {retryAt &&
            ` No matching contractor can take it right now. We’ll try again by ${fullTime(retryAt)}.`}
        </p>
      )}
      {soundsUrgent && <Urgency leadId={leadId} />}
      {offers.length === 0 && lead.joinedTo === null && (
        <p className="by">No contractor has been asked yet.</p>
      )}
      <ul className="ruled-list">
        {offers.map((offer) => (
          <OfferItem key={offer.id} offer={offer} outcome={outcome} />
        ))}
      </ul>
      {outcome === 'open' && !lead.isQuarantined && lead.joinedTo === null && (
        <AgreementForm leadId={leadId} />
      )}
      <OutcomeForm leadId={leadId} referral={referral} />
    </PanelSection>
  )
}

/** The words of the visitor may be about an emergency: then contractors have minutes, and not hours. */
function Urgency({ leadId }: { leadId: number }) {
  const { mutate, isPending } = useChange(api.leadUrgency, {
    send: (cannotWait: boolean) => ({ params: { leadId }, body: { cannotWait } }),
    success: 'Your answer was saved',
    failure: 'Failed to save your answer',
  })
  return (
    <div>
      <p className="hot">Sounds urgent: is it an emergency?</p>
      <div className="row">
        <Button isOff={isPending} onPress={() => mutate(true)}>
          Yes, it’s an emergency
        </Button>
        <Button isOff={isPending} onPress={() => mutate(false)}>
          No, it can wait
        </Button>
      </div>
    </div>
  )
}

/** When it was said, or until when it can be. */
function OfferTimes({ offer }: { offer: Offer }) {
  const { state, offeredAt, answeredAt, expiresAt, endedAt, callAt, onTheWayAt } = offer
  const { mailedAt, declineReason, handBackReason, jobValueCents, spokenAt } = offer
  const isToCall = state === 'accepted' && spokenAt === null && (callAt ?? 0) > Date.now()
  const said = [
    callAt && `${isToCall ? 'Calls' : 'The call was set for'} ${fullTime(callAt)}`,
    spokenAt && `They’ve talked, noted ${fullTime(spokenAt)}`,
    onTheWayAt && `On the way since ${fullTime(onTheWayAt)}`,
    declineReason && declineReasonLabels[declineReason],
    handBackReason && handBackReasonLabels[handBackReason],
    jobValueCents !== null && `Job value ${formatCents(jobValueCents)}`,
  ]
  return (
    <p className="by">
      {state !== 'open' && <Time at={endedAt ?? answeredAt ?? offeredAt} isMuted />}
      {state !== 'open' && '. '}
      {state === 'open' && mailedAt && <Time at={expiresAt} show={answerText} />}
      {state === 'open' &&
        !mailedAt &&
        'The email to them hasn’t gone out yet. Their time to answer starts when it does.'}
      {said.filter(Boolean).map((each) => `${each}. `)}
    </p>
  )
}

function OfferItem({ offer, outcome }: { offer: Offer; outcome: Outcome }) {
  const { id, contractor, state, by, spokenAt } = offer
  const send = () => ({ params: { offerId: id } })
  const isMatched = state === 'accepted' && outcome === 'matched'
  const spoken = useChange(api.offerSpoken, {
    send,
    success: 'Noted: they’ve talked',
    failure: 'Failed to note that they’ve talked',
  })
  const withdraw = useChange(api.offerWithdrawal, {
    send,
    success: 'The offer was withdrawn',
    failure: 'Failed to withdraw the offer',
  })
  return (
    <OfficeRow
      title={<bdi>{contractor.companyName}</bdi>}
      mark={offerStateLabels[state]}
      tone={state === 'accepted' || state === 'open' ? 'good' : undefined}
      about={
        <>
          <OfferTimes offer={offer} />
          <p className="by">{by ? `Offered by ${by}` : 'Offered automatically'}</p>
          {state === 'accepted' && <JobValue offer={offer} />}
        </>
      }
    >
      {isMatched && spokenAt === null && (
        <Button isOff={spoken.isPending} onPress={() => spoken.mutate()}>
          They’ve talked
        </Button>
      )}
      {state === 'open' && (
        <Button
          isOff={withdraw.isPending}
          about={`from ${contractor.companyName}`}
          onPress={() => withdraw.mutate()}
        >
          Withdraw
        </Button>
      )}
      {isMatched && (
        <RemoveButton
          verb="Withdraw"
          subject={contractor.companyName}
          question="Take this job back?"
          consequence="They’ve said yes. We’ll tell them that it’s no longer theirs, and the request is yours again."
          isOff={withdraw.isPending}
          onRemove={() => withdraw.mutate()}
        />
      )}
    </OfficeRow>
  )
}
