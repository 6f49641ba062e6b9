import type { ReactNode } from 'react'
import { handBackReasonLabels, lostReasonLabels, offerPage } from '#/content/offer-page.ts'
import { toldLostReasons } from '#/contracts/referrals/offer-states.ts'
import type { OfferFormProblem, OfferView } from '#/contracts/referrals/offers.ts'
import { SubmitButton, TokenPart } from '../request/token-page.tsx'
import { type FieldFrame, InputField, SelectField, Switch } from '../ui/fields.tsx'
import { Opener } from '../ui/lists.tsx'

/** The page of an offer, for the contractor who has said yes. */
export type Accepted = OfferView & { state: 'accepted' }

const { visit, report } = offerPage.accepted

/** Which of two words is true: whether we write to the visitor. */
export const toldOrNot = ({ isVisitorTold }: { isVisitorTold: boolean }) =>
  isVisitorTold ? 'told' : 'untold'

/** What was wrong with a form of the page, if it was sent. */
export const refusedIn = (
  { problem }: Pick<Accepted, 'problem'>,
  form: OfferFormProblem['form'],
) => (problem?.form === form ? problem : null)

type CallTimeProps = { frame: FieldFrame; refused: OfferFormProblem | null; proposed: string }

/** The time of the call. One at night is promised once a box is checked for that very time. */
export function CallTimeField({ frame, refused, proposed }: CallTimeProps) {
  const callAt = refused?.values.callAt
  return (
    <>
      <InputField
        frame={{ ...frame, problem: refused?.message }}
        type="datetime-local"
        required
        defaultValue={callAt ?? proposed}
      />
      {refused?.message === offerPage.night.ask && (
        <div className="choice">
          <Switch name="atNight" value={callAt} label={offerPage.night.confirm} />
        </div>
      )}
    </>
  )
}

type StepProps = {
  offer: Accepted
  /** What the page says to open the form, and on its button. */
  words: Record<'open' | 'button', string>
  /** The end of the form's address. */
  to: 'call-time' | 'hand-back' | 'outcome'
  /** What was wrong with this form, if it was sent. */
  refused: OfferFormProblem | null
  children: ReactNode
}

/** A form behind a line that opens it: what it does cannot be undone with the same tap. */
function Step({ offer, words, to, refused, children }: StepProps) {
  return (
    <Opener line={words.open} isOpen={refused !== null}>
      <form className="stack offer-answer" method="post" action={`${offer.path}/${to}`}>
        {children}
        <SubmitButton text={words.button} look="btn btn-line" />
      </form>
    </Opener>
  )
}

type TapProps = Record<'to' | 'text' | 'hint', string> & { look?: string }

function Tap({ to, text, hint, look = 'btn' }: TapProps) {
  return (
    <form className="stack" method="post" action={to}>
      <SubmitButton text={text} look={look} />
      <p className="hint">{hint}</p>
    </form>
  )
}

/** Before the work: they have spoken, are on the way, another time, or not at all. */
export function VisitForms({ offer }: { offer: Accepted }) {
  const { callTime, handBack } = visit
  const [time, back] = [refusedIn(offer, 'call-time'), refusedIn(offer, 'hand-back')]
  const told = toldOrNot(offer)
  const when = { name: 'callAt', label: callTime.label, hint: callTime.hint[told] }
  const why = { name: 'reason', label: handBack.reason }
  return (
    <TokenPart heading={visit.heading}>
      {offer.callState !== 'spoken' && (
        <Tap to={`${offer.path}/spoken`} text={visit.spoken} hint={visit.spokenHint} />
      )}
      {offer.onTheWayAt === null && (
        <Tap
          to={`${offer.path}/on-the-way`}
          text={visit.onTheWay}
          hint={visit.onTheWayHint[told]}
          look="btn btn-line"
        />
      )}
      <Step offer={offer} words={callTime} to="call-time" refused={time}>
        <CallTimeField frame={when} refused={time} proposed={offer.nextCallAt} />
      </Step>
      <Step offer={offer} words={handBack} to="hand-back" refused={back}>
        <p>{handBack.text[told]}</p>
        <SelectField
          frame={{ ...why, problem: back?.message }}
          defaultValue={back?.values.reason ?? ''}
          required
          none={report.choose}
          of={Object.entries(handBackReasonLabels)}
        />
      </Step>
    </TokenPart>
  )
}

/** How it turned out. */
export function ReportForms({ offer }: { offer: Accepted }) {
  const { done, lost } = report
  const refused = refusedIn(offer, 'outcome')
  const isDone = refused?.values.outcome === 'done'
  const [refusedDone, refusedLost] = isDone ? [refused, null] : [null, refused]
  const value = { name: 'jobValue', label: done.value, hint: done.valueHint }
  const why = { name: 'lostReason', label: lost.reason }
  return (
    <TokenPart heading={report.heading} text={report.text}>
      <Step offer={offer} words={done} to="outcome" refused={refusedDone}>
        <p>{done.text[toldOrNot(offer)]}</p>
        <input type="hidden" name="outcome" value="done" />
        <InputField
          frame={{ ...value, problem: refusedDone?.message }}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={refusedDone?.values.jobValue}
        />
      </Step>
      <Step offer={offer} words={lost} to="outcome" refused={refusedLost}>
        <p>{lost.text[toldOrNot(offer)]}</p>
        <input type="hidden" name="outcome" value="lost" />
        <SelectField
          frame={{ ...why, problem: refusedLost?.message }}
          defaultValue={refusedLost?.values.lostReason ?? ''}
          required
          none={report.choose}
          of={toldLostReasons.map((each) => [each, lostReasonLabels[each]] as const)}
        />
      </Step>
    </TokenPart>
  )
}
