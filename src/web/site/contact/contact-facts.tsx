import { contactSection } from '#/content/estimate-form.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { CallLink } from '../call-link.tsx'
import { MailLink } from '../mail-link.tsx'

const { info } = contactSection

function Term({ icon, children }: { icon: IconName; children: string }) {
  return (
    <dt className="line">
      <Icon name={icon} />
      {children}
    </dt>
  )
}

/** Phone, email, area and hours. */
export function ContactFacts() {
  return (
    <div className="stack">
      <h3>{info.heading}</h3>
      <dl className="facts">
        <dt>{info.phone.label}</dt>
        <dd>
          <CallLink text={info.phone.value} className="line phone-large" />
          <p className="hot small">{info.phone.note}</p>
        </dd>
        <dt>{info.email.label}</dt>
        <dd>
          <MailLink />
        </dd>
        <Term icon="map-pin">{info.area.label}</Term>
        <dd>{info.area.value}</dd>
        <Term icon="clock">{info.hours.label}</Term>
        {info.hours.lines.map((line) => (
          <dd key={line}>{line}</dd>
        ))}
      </dl>
    </div>
  )
}
