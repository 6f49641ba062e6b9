import { api } from '#/contracts/endpoints/api.ts'
import { SettingPart } from '../shell/part-form.tsx'

/** Whether visitors get mails, and a button that changes it. */
export function VisitorMails() {
  return (
    <SettingPart
      heading="Emails to visitors"
      setting={api.visitorMails}
      name="sendsMails"
      success="The emails to visitors were changed"
      failure="Failed to change the emails to visitors"
      on={{
        meaning: 'Visitors get these emails, each with a link to their request’s page:',
        button: 'Stop sending them',
      }}
      off={{
        meaning:
          'Visitors get no email. Once you turn it on, they get these, each with a link to their request’s page:',
        button: 'Email visitors',
      }}
    >
      <ul className="office-about bullets">
        <li>Their request was received. One a day to an address, three from one computer.</li>
        <li>
          A contractor has said yes: who it is, their license and phone, and when they call. One for
          each contractor who has the request, three a day to an address.
        </li>
        <li>
          What has changed: they are no longer with that contractor, another time, on the way, done.
          Or we ask where the work is. Six a day to an address.
        </li>
        <li>
          Did they come? It asks once for a rating: five days after the agreed call, or a day after
          the work was done.
        </li>
      </ul>
      <p className="office-about">
        There are limits because anyone can type anyone’s address into the form.
      </p>
    </SettingPart>
  )
}
