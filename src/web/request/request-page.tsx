import { estimateOutcome, nextSteps } from '#/content/estimate-form.ts'
import { requestPage } from '#/content/request-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { CallState } from '#/contracts/referrals/offer-states.ts'
import type { MatchView, RequestView } from '#/contracts/referrals/requests.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { isPostBox, placeText } from '#/contracts/site/towns.ts'
import { fullTime } from '../dates.ts'
import { PageHero } from '../site/bands.tsx'
import { Always, CallLink } from '../site/links.tsx'
import { Icon } from '../ui/icon.tsx'
import { FactList, Opener, TextList } from '../ui/lists.tsx'
import { fillIn, useWords } from '../words.ts'
import { AdditionForms, PhotosOfClosed, Withdrawn } from './addition-forms.tsx'
import { CallPart, isCallDue, ReopenPart, ReportPart, reportText } from './answer-part.tsx'
import { AskPlace, hasPlaceTaps, Outside } from './place-part.tsx'
import { RatingPart } from './rating-part.tsx'
import { Columns, SayButton, TokenPage, TokenPart } from './token-page.tsx'

const { asked, cannotWait, claimed, closed, danger, matched, next } = requestPage
const { nobody, reopened, unmatched, urgent } = requestPage

const callTexts: Record<CallState, string> = {
  ahead: matched.text,
  passed: matched.passed,
  missed: matched.missed,
  spoken: matched.spoken,
}

const textsWithoutTime: Partial<Record<CallState, string>> = {
  missed: matched.missedWithoutTime,
  spoken: matched.spoken,
}

/** Who has a request, and when they call. */
function matchText(match: MatchView): string {
  const { companyName, callAt, callState, isDone, onTheWayAt } = match
  const calls = callAt
    ? callTexts[callState]
    : (textsWithoutTime[callState] ?? matched.textWithoutTime)
  const text = isDone ? matched.done : onTheWayAt ? matched.onTheWay : calls
  const at = onTheWayAt ?? callAt
  return fillIn(text, { time: at ? fullTime(at) : '', company: companyName })
}

/** Who takes care of a request, when they call, and how to know that they may. */
function Matched({ match }: { match: MatchView }) {
  const { companyName, licenseNumber, phone } = match
  const license = (
    <>
      {licenseNumber}
      <br />
      <a href={matched.register.href} rel="noreferrer">
        {matched.register.label}
      </a>
    </>
  )
  return (
    <TokenPart heading={matched.heading}>
      <FactList
        isAcross
        facts={[
          [matched.company, companyName],
          [matched.license, license],
        ]}
      />
      <a className="btn btn-line" href={telHref(phone)}>
        <Icon name="phone" />
        {fillIn(matched.call, { phone: formatPhone(phone) })}
      </a>
    </TokenPart>
  )
}

const isOpen = ({ isClosed, additions }: RequestView) => !isClosed && !additions.withdrawnAt

/** What is to be said first: who has said yes, that they have it no longer, or that we have it. */
function headOf(request: RequestView, received: string) {
  const { match, wasMatched, isClosed, additions } = request
  if (match?.isDone) return { heading: matched.doneHeading, text: matchText(match) }
  if (request.reported) return { heading: claimed.heading, text: reportText(request.reported) }
  if (isClosed || additions.withdrawnAt) return { heading: closed.title, text: received }
  if (match) return { heading: matched.saidYes, text: matchText(match) }
  if (request.isHeld) return { heading: requestPage.heading, text: received }
  if (request.isReopened) return reopened
  if (request.isWithoutContractor) return nobody
  if (wasMatched) return unmatched
  return { heading: requestPage.heading, text: received }
}

function Received({ request }: { request: RequestView }) {
  const fill = useWords()
  const time = fullTime(Date.parse(request.receivedAt))
  const received = fillIn(requestPage.received, { time })
  const { heading, text } = headOf(request, received)
  // It says all that the text of an emergency says.
  const isDanger = request.isDangerous && isOpen(request)
  const callLook = isDanger ? 'btn btn-line' : 'btn btn-hot'
  return (
    <PageHero heading={heading} text={fill(text)}>
      <Notice request={request} />
      {isDanger && (
        <div className="notice notice-hot">
          <p>{danger.text}</p>
          <a className="btn btn-hot" href={danger.call.href}>
            <Icon name="phone" />
            {danger.call.label}
          </a>
        </div>
      )}
      {request.isUrgent && !request.match && !request.isOutside && (
        <>
          {!isDanger && <p>{urgentText(request)}</p>}
          <p>
            <CallLink className={callLook} text={requestPage.call} />
          </p>
          <Always className="hint" text={urgent.line} />
          {isOpen(request) && mayTakeBack(request) && <CanWait path={request.path} />}
        </>
      )}
      <div>
        <p className="label">{requestPage.reference}</p>
        <p className="reference">{request.reference}</p>
        <p className="hint">{requestPage.referenceHint}</p>
        {text !== received && <p className="hint">{received}</p>}
      </div>
    </PageHero>
  )
}

function urgentText({ service, visitorSaysUrgent }: RequestView): string {
  if (service === urgentServiceId) return urgent.text
  return visitorSaysUrgent ? urgent.cannotWait : urgent.treated
}

/** What became of a form of the page. */
function Notice({ request: { added, additions, answer, isClosed } }: { request: RequestView }) {
  const isBox = added === 'place' && isPostBox(additions.place?.address ?? null)
  const said = isBox ? 'post-box' : added
  const problems = answer?.problems ?? {}
  // A closed request has no fields beside which it could stand, but those of the rating.
  const hasNoField = isClosed && answer?.typed.add !== 'rating'
  const refused = problems.add ?? (hasNoField ? Object.values(problems)[0] : undefined)
  const problem = answer?.saved ? requestPage.problemOfPart[answer.saved] : requestPage.problem
  if (!said && !answer) return null
  return (
    <p className="notice" role="status">
      <strong>{said ? requestPage.added[said] : (refused ?? problem)}</strong>
    </p>
  )
}

/** By which the visitor has it treated as an emergency, whatever the service is. */
function CannotWait({ path }: { path: string }) {
  return (
    <Opener line={cannotWait.summary}>
      <div className="column tight">
        <p>{cannotWait.text}</p>
        <SayButton path={path} add="cannot-wait" text={cannotWait.button} look="btn btn-hot" />
      </div>
    </Opener>
  )
}

const CanWait = ({ path }: { path: string }) => (
  <SayButton path={path} add="can-wait" text={cannotWait.takeBack} />
)

/** True where the visitor has said that it cannot wait, and may take that back. */
const mayTakeBack = ({ visitorSaysUrgent, service }: RequestView) =>
  visitorSaysUrgent && service !== urgentServiceId

/** By which the visitor says that it cannot wait, or can, while a contractor has it. */
function Pressing({ request }: { request: RequestView }) {
  const { isUrgent, path } = request
  if (isUrgent && !mayTakeBack(request)) return null
  return (
    <div className="card">{isUrgent ? <CanWait path={path} /> : <CannotWait path={path} />}</div>
  )
}

/** What comes next while no contractor has it: first we must know where it is. */
function Next({ request }: { request: RequestView }) {
  const { isUrgent, isOutside, isReopened, isHeld, path, promise } = request
  const fill = useWords()
  if (isOutside) return <Outside request={request} />
  return (
    <>
      {hasPlaceTaps(request) && <AskPlace request={request} />}
      <TokenPart heading={next.heading}>
        {isHeld ? (
          <p>{estimateOutcome.received.held}</p>
        ) : promise?.isOver ? (
          <p>{fillIn(next.overdue, { time: promise.answerBy })}</p>
        ) : isReopened && !promise ? (
          <p>{isUrgent ? reopened.urgent : fill(reopened.usual)}</p>
        ) : (
          <TextList look="checks" items={nextSteps(promise?.answerBy)} />
        )}
        {!isUrgent && <CallLink className="btn btn-line" text={requestPage.call} />}
        {!isUrgent && <CannotWait path={path} />}
      </TokenPart>
    </>
  )
}

const isCallToCome = (match: MatchView | null) =>
  match !== null && !match.isDone && (match.callState === 'ahead' || match.callState === 'missed')

/** What can be done with a request as it stands. */
function Parts({ request }: { request: RequestView }) {
  const { match, isClosed, asksForRating } = request
  const { withdrawnAt } = request.additions
  if (withdrawnAt && !isClosed) {
    return (
      <>
        <Withdrawn request={request} at={withdrawnAt} />
        {request.rating && <RatingPart request={request} />}
        <PhotosOfClosed request={request} />
      </>
    )
  }
  return (
    <>
      {request.reported && <ReportPart path={request.path} />}
      {match && isCallDue(match) && <CallPart request={request} match={match} />}
      {match && <Matched match={match} />}
      {match && !isClosed && <Pressing request={request} />}
      {!match && !isClosed && <Next request={request} />}
      {!match && isClosed && (
        <TokenPart heading={closed.heading} text={closed.text}>
          <CallLink className="btn btn-line" text={requestPage.call} />
        </TokenPart>
      )}
      {request.mayReopen && !request.reported && <ReopenPart request={request} />}
      {((asksForRating && !isCallToCome(match)) || request.rating) && (
        <RatingPart request={request} />
      )}
      {isClosed && <PhotosOfClosed request={request} />}
    </>
  )
}

function Asked({ request }: { request: RequestView }) {
  const { service, address, message, phoneEnd, email } = request
  const { place } = request.additions
  const rows = [
    [asked.service, serviceLabel(service)],
    [asked.address, (place ? placeText(place) : address) ?? asked.none],
    [asked.message, message ?? asked.none],
    [asked.contact, fillIn(asked.contactText, { phoneEnd, email })],
  ] as const
  return (
    <TokenPart heading={asked.heading}>
      <FactList isAcross facts={rows} />
      <p className="hint">{asked.wrong}</p>
    </TokenPart>
  )
}

/** The page of a request: that it was received, what happens next, and what was asked for. */
export function RequestPage({ request }: { request: RequestView }) {
  const about = (
    <>
      <Asked request={request} />
      <p className="hint">{requestPage.keep}</p>
    </>
  )
  const isAsking = isOpen(request)
  return (
    <TokenPage title={fillIn(requestPage.title, { reference: request.reference })}>
      <Received request={request} />
      <Columns
        side={isAsking ? <AdditionForms request={request} /> : about}
        below={isAsking && about}
      >
        <Parts request={request} />
      </Columns>
    </TokenPage>
  )
}
