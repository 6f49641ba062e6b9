import { contactPage } from '#/content/pages/contact.ts'
import { CallLink } from '../call-link.tsx'
import { GoLink } from '../go-link.tsx'

const { call, hours, area } = contactPage.cards

/** Call, hours and area, side by side. */
export function ContactCards() {
  return (
    <div className="grid grid-3 contact-cards">
      <div className="card on-primary">
        <h2 className="h3">{call.heading}</h2>
        <p>{call.text}</p>
        <CallLink className="line phone-large" text={call.phone} />
        <p className="small">{call.note}</p>
      </div>
      <div className="card">
        <h2 className="h3">{hours.heading}</h2>
        <ul>
          {hours.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="hot small">{hours.note}</p>
      </div>
      <div className="card">
        <h2 className="h3">{area.heading}</h2>
        <p>
          {area.text}, {area.note}
        </p>
        <GoLink href={area.link.href}>{area.link.label}</GoLink>
      </div>
    </div>
  )
}
