import type { VisitorMails as Settings } from '#/contracts/notifications/notifications.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

/** Whether visitors get mails, and a button that changes it. */
export function VisitorMails() {
  const settings = useServerData<Settings>(apiPaths.visitorMails)
  const { mutate: save, isPending } = useChange<Settings>({
    call: (body) => ({ method: 'POST', path: apiPaths.visitorMails, body }),
    success: 'The emails to visitors were changed',
    failure: 'Failed to change the emails to visitors',
    refetches: [apiPaths.visitorMails],
  })
  const isOn = settings.data?.sendsMails
  return (
    <OfficePart heading="Emails to visitors">
      <QueryFailure query={settings} text="Failed to fetch the setting" />
      <p className="office-about" role="status">
        {isOn === true && 'Visitors get these emails, each with a link to their request’s page:'}
        {isOn === false &&
          'Visitors get no email. Once you turn it on, they get these, each with a link to their request’s page:'}
      </p>
      <ul className="office-about">
        <li>Their request was received. One a day to an address, three from one computer.</li>
        <li>
          A contractor has said yes: who it is, their license and phone, and when they call. One for
          each contractor who has the request, three a day to an address.
        </li>
        <li>
          Did they come? It asks once for a rating: five days after the agreed call, or a day after
          the work was done.
        </li>
      </ul>
      <p className="office-about">
        There are limits because anyone can type anyone’s address into the form.
      </p>
      {isOn !== undefined && (
        <p>
          <button
            className="btn btn-line btn-small"
            type="button"
            aria-disabled={isPending}
            onClick={() => isPending || save({ sendsMails: !isOn })}
          >
            {isOn ? 'Stop sending them' : 'Email visitors'}
          </button>
        </p>
      )}
    </OfficePart>
  )
}
