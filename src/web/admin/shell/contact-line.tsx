import { formatPhone, mailHref, telHref } from '#/contracts/leads/contact-details.ts'
import { PhoneNumber } from '../../ui/phone-text.tsx'

type ContactLineProps = { of: { contactName: string; phone: string; email: string } }

/** How to reach a contractor. */
export function ContactLine({ of: { contactName, phone, email } }: ContactLineProps) {
  return (
    <p className="row contact-line">
      <bdi>{contactName}</bdi>
      <a href={telHref(phone)}>
        <PhoneNumber number={formatPhone(phone)} />
      </a>
      <a href={mailHref(email)}>{email}</a>
    </p>
  )
}
