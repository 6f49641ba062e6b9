import { Link } from 'wouter'
import { groupWords } from '#/content/office/news.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { newsGroups } from '#/contracts/referrals/request-facts.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { SettingForm } from '../shell/field-form.tsx'
import { OfficePart, SettingPart } from '../shell/part-form.tsx'

/** Which mails the owner gets of what happens, with a switch for each group, and which contractors do. */
export function NewsMails() {
  return (
    <>
      <OfficePart heading="Emails about what happens to requests">
        <p className="office-about">
          Everyone notified of new requests gets these too. Updates within a minute of each other
          share one email. All but the daily one also show above the list for a week, or until
          dismissed.
        </p>
        <SettingForm
          setting={api.newsSettings}
          prefix="news-"
          fields={({ muted }) =>
            newsGroups.map((name): FormField => {
              const { label } = groupWords[name]
              return { name, label, kind: 'switch', isOn: !muted.includes(name) }
            })
          }
          bodyOf={(typed) => ({ muted: newsGroups.filter((name) => typed[name] !== 'on') })}
        />
      </OfficePart>
      <OfficePart heading="Emails to contractors">
        <p className="office-about">
          Contractors always get the offer, the customer’s details once they accept, and a notice if
          the job’s no longer theirs or no answer is needed. An hour after a promised time, they get
          “Have you called?”
        </p>
        <p className="office-about">
          That hour is counted in business hours. In an emergency it’s 15 minutes. The monthly
          statement is set under{' '}
          <Link className="text-button" href={adminPaths.money}>
            Money
          </Link>
          .
        </p>
      </OfficePart>
    </>
  )
}

/** Whether visitors get mails, and a button that changes it. */
export function VisitorMails() {
  return (
    <SettingPart
      heading="Emails to customers"
      setting={api.visitorMails}
      name="sendsMails"
      on={{
        meaning: 'Customers get these emails, each with a link to their request page:',
        button: 'Stop sending them',
      }}
      off={{
        meaning:
          'Customers get no email yet. Turn it on to send these, each with a link to their request page:',
        button: 'Email customers',
      }}
    >
      <ul className="office-about bullets">
        <li>Their request arrived. Up to one a day per address, twelve per internet connection.</li>
        <li>
          A contractor has said yes: who it is, their license and phone, and when they’ll call. One
          for each contractor who takes the request.
        </li>
        <li>
          Something has changed: another contractor, another time, on the way, done. Or we need
          their town. Together with the ones above, up to nine a day per address.
        </li>
        <li>
          Did they show up? We ask once for a rating: five days after the agreed call, or a day
          after the work was done.
        </li>
      </ul>
      <p className="office-about">
        We set these limits because anyone can enter someone else’s address in the form.
      </p>
    </SettingPart>
  )
}
