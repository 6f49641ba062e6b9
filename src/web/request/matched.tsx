import { requestPage } from '#/content/request-page.ts'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { MatchView } from '#/contracts/referrals/requests.ts'
import { fullTime } from '../dates.ts'
import { Icon } from '../ui/icon.tsx'

const { matched: words } = requestPage

/** Who has a request, and when they call. */
export function matchText({ companyName, callAt, isDone }: MatchView): string {
  const text = isDone ? words.done : callAt ? words.text : words.textWithoutTime
  return text
    .replace('{time}', callAt ? fullTime(Date.parse(callAt)) : '')
    .replace('{company}', () => companyName)
}

/** Who takes care of a request, when they call, and how to know that they may. */
export function Matched({ match }: { match: MatchView }) {
  const { companyName, licenseNumber, phone, isDone } = match
  return (
    <div className="card">
      <h2 className="h3">{isDone ? words.doneHeading : words.heading}</h2>
      {isDone && <p>{matchText(match)}</p>}
      <dl className="asked">
        <div>
          <dt>{words.company}</dt>
          <dd dir="auto">{companyName}</dd>
        </div>
        <div>
          <dt>{words.license}</dt>
          <dd>
            {licenseNumber}
            <br />
            <a href={words.register.href} rel="noreferrer">
              {words.register.label}
            </a>
          </dd>
        </div>
      </dl>
      <a className="btn btn-line" href={telHref(phone)}>
        <Icon name="phone" />
        {words.call.replace('{phone}', formatPhone(phone))}
      </a>
    </div>
  )
}
