import { siteEmail } from '#/content/business.ts'
import { mailHref } from '#/contracts/contact-details.ts'
import { Icon } from '../ui/icon.tsx'
import { useSite } from '../words.ts'

/** Opens a mail to the site's address. */
export function MailLink() {
  const email = siteEmail(useSite())
  return (
    <a className="line" href={mailHref(email)}>
      <Icon name="mail" />
      {email}
    </a>
  )
}
