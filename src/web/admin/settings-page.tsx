import { type ComponentType, useEffect } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { ErasePerson } from './leads/erase-data.tsx'
import { Backups } from './settings/backups.tsx'
import { Holidays } from './settings/holidays.tsx'
import { Retention } from './settings/retention.tsx'
import {
  AreaForm,
  BusinessForm,
  ClaimsForm,
  OfferTimesForm,
  OpeningHoursForm,
} from './settings/setting-forms.tsx'
import { OfficePart } from './shell/part-form.tsx'

type Part = {
  /** What its address ends with. */
  id: string
  heading: string
  about?: string
  Content: ComponentType
}

const parts: Part[] = [
  { id: 'business', heading: 'The business', Content: BusinessForm },
  {
    id: 'area',
    heading: 'Towns you serve',
    about:
      'Contractors get offers for work in these towns. A request from anywhere else waits for you. If you remove a town, its requests keep it, and contractors keep it until you edit them.',
    Content: AreaForm,
  },
  { id: 'elsewhere', heading: 'Set on other pages', Content: OtherPlaces },
  {
    id: 'hours',
    heading: 'Business hours',
    about:
      'Enter the hours when you answer the phone. We count how long a request waits only in these hours, unless it’s an emergency. For a day off, leave both times empty. Holidays are below.',
    Content: OpeningHoursForm,
  },
  {
    id: 'holidays',
    heading: 'Holidays',
    about: 'On closed days only emergency timers run.',
    Content: Holidays,
  },
  {
    id: 'claims',
    heading: 'What the site claims',
    about:
      'The numbers and your story are on your About page. Say only what’s true. Leave one empty to hide it.',
    Content: ClaimsForm,
  },
  {
    id: 'offers',
    heading: 'Offers to contractors',
    about:
      'Set how long a contractor has to answer before we ask the next one. A change applies only to new offers.',
    Content: OfferTimesForm,
  },
  {
    id: 'backups',
    heading: 'Backups',
    about:
      'A backup holds everything in the database as of one moment. Each one is test-restored into a separate database, and counts only if every row comes back unchanged. Anyone who has the file can read every request in it.',
    Content: Backups,
  },
  { id: 'kept', heading: 'How long requests are kept', Content: Retention },
  {
    id: 'erase',
    heading: 'Erase a person’s data',
    about:
      'Deletes every request with an email address or phone number, with its notes. This can’t be undone.',
    Content: ErasePerson,
  },
]

/** What the owner decides of the business, as pages and mails show it. */
export default function SettingsPage() {
  // The part that the address names was not there when the browser looked for it.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <section className="columns settings-page" aria-label="Settings of the business">
      <nav className="settings-list" aria-label="Settings">
        <ul>
          {parts.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="column">
        <p className="office-lead">
          A change shows on every page of the site within a second, and in every email from then on.
        </p>
        {parts.map(({ id, heading, about, Content }) => (
          <div key={id} id={id}>
            <OfficePart heading={heading}>
              {about && <p className="office-about">{about}</p>}
              <Content />
            </OfficePart>
          </div>
        ))}
      </div>
    </section>
  )
}

const notifications = `${adminPaths.leads}?tab=notifications`

const places: [name: string, href: string][] = [
  ['Mail server', notifications],
  ['Who gets notified', notifications],
  ['Emails to you, contractors and customers', notifications],
  ['Automatic or manual offers', adminPaths.contractors],
  ['Fees', adminPaths.money],
  ['Reviews on the home page', adminPaths.results],
  ['Second step at sign-in', adminPaths.team],
]

/** What is set on other pages of the office, and the way there. */
function OtherPlaces() {
  return (
    <ul className="ruled-list">
      {places.map(([name, href]) => (
        <li key={name}>
          <Link className="text-button" href={href}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
