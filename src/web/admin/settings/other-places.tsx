import { Link } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { OfficePart } from '../shell/part-form.tsx'

const notifications = `${adminPaths.leads}?tab=notifications`

const places: [name: string, href: string][] = [
  ['Mail server', notifications],
  ['Who is told of requests', notifications],
  ['Emails to you, contractors and visitors', notifications],
  ['Who offers requests', adminPaths.contractors],
  ['Fees', adminPaths.money],
  ['Reviews on the home page', adminPaths.results],
  ['Second step at sign-in', adminPaths.team],
]

/** What is set on other pages of the office, and the way there. */
export function OtherPlaces() {
  return (
    <OfficePart heading="Set on other pages">
      <ul className="ruled-list">
        {places.map(([name, href]) => (
          <li key={name}>
            <Link className="text-button" href={href}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </OfficePart>
  )
}
