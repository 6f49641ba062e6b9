import { useId } from 'react'
import type { VisitorMails as Settings } from '#/contracts/notifications.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { QueryFailure } from '../../shell/query-states.tsx'
import { useChange, useServerData } from '../../shell/server-data.ts'

/** Whether visitors get a mail that their request was received, and a button that changes it. */
export function VisitorMails() {
  const settings = useServerData<Settings>(apiPaths.visitorMails)
  const { mutate: save, isPending } = useChange<Settings>({
    call: (body) => ({ method: 'POST', path: apiPaths.visitorMails, body }),
    success: 'The mails to visitors are changed',
    failure: 'Failed to change the mails to visitors',
    refetches: [{ queryKey: [apiPaths.visitorMails] }],
    awaitsRefetch: true,
  })
  const id = useId()
  const isOn = settings.data?.sendsReceived
  return (
    <section className="office-part" aria-labelledby={id}>
      <h2 id={id}>Mails to visitors</h2>
      <QueryFailure query={settings} text="Failed to fetch the setting" />
      <p className="office-about" role="status">
        {isOn === true &&
          'Visitors get a mail that their request was received, with the link to its page.'}
        {isOn === false &&
          'Visitors get no mail. Once you turn it on, one says that their request was received, with the link to its page.'}
      </p>
      <p className="office-about">
        Anybody can type anybody’s address into the form, so an address gets one such mail a day,
        and one computer causes three at most.
      </p>
      {isOn !== undefined && (
        <p>
          <button
            className="btn btn-line btn-small"
            type="button"
            aria-disabled={isPending}
            onClick={() => isPending || save({ sendsReceived: !isOn })}
          >
            {isOn ? 'Send them no more' : 'Send visitors a mail'}
          </button>
        </p>
      )}
    </section>
  )
}
