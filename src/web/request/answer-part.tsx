import { reportedToVisitor } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { reopenDays } from '#/contracts/referrals/offer-states.ts'
import type { MatchView, RequestView } from '#/contracts/referrals/requests.ts'
import { CallLink } from '../site/links.tsx'
import { fillIn } from '../words.ts'
import { SayButton, TokenPart } from './token-page.tsx'

const { callDue, claimed, reopen } = requestPage

/** What the contractor says became of it, as a question. */
export const reportText = ({ companyName, reason }: NonNullable<RequestView['reported']>) =>
  fillIn(claimed.text, { reason: reportedToVisitor[reason], company: companyName })

/** The question whether what the contractor says is right, with both answers. */
export function ReportPart({ path }: { path: string }) {
  return (
    <TokenPart id="report" heading={claimed.answer}>
      <div className="actions">
        <SayButton path={path} add="still-needed" text={claimed.needed} look="btn" />
        <SayButton path={path} add="settled" text={claimed.settled} />
      </div>
      <p className="hint">{fillIn(claimed.hint, { days: reopenDays })}</p>
    </TokenPart>
  )
}

/** True while a visitor may have waited for a call that has not come. */
export const isCallDue = ({ callState, isDone }: MatchView): boolean =>
  (callState === 'passed' || callState === 'missed') && !isDone

/** Whether the call has come, once its time is over: with both answers until we know that it has not. */
export function CallPart({ request, match }: { request: RequestView; match: MatchView }) {
  const { path, isUrgent } = request
  const isMissed = match.callState === 'missed'
  return (
    <TokenPart id="call" heading={callDue.heading} text={isMissed ? callDue.missed : callDue.text}>
      <div className="actions">
        {isMissed ? (
          <CallLink className={isUrgent ? 'btn btn-hot' : 'btn'} text={requestPage.call} />
        ) : (
          <SayButton path={path} add="not-called" text={callDue.notCalled} look="btn" />
        )}
        <SayButton path={path} add="spoken" text={callDue.spoken} />
      </div>
    </TokenPart>
  )
}

/** For two weeks after it was over: whether they still need help. */
export function ReopenPart({ request: { path, match } }: { request: RequestView }) {
  return (
    <TokenPart id="reopen" heading={reopen.heading} text={reopen.text}>
      <SayButton path={path} add="still-needed" text={match ? reopen.button : reopen.open} />
    </TokenPart>
  )
}
