import { siteEmail } from '#/content/business.ts'
import { mailHref, telHref } from '#/contracts/leads/contact-details.ts'
import { Icon } from '../ui/icon.tsx'
import { useSite, useWords } from '../words.ts'

type CallLinkProps = {
  /** A text of `content`; {phone} is filled. */
  text: string
  className?: string
  /** For screen readers, if the text alone says too little. */
  label?: string
}

/** A link that dials the site's phone. */
export function CallLink({ text, className = 'line', label }: CallLinkProps) {
  const site = useSite()
  const fill = useWords()
  return (
    <a className={className} href={telHref(site.phone)} aria-label={label && fill(label)}>
      <Icon name="phone" />
      {fill(text)}
    </a>
  )
}

/** A link that starts a mail to the site. */
export function MailLink() {
  const email = siteEmail(useSite())
  return (
    <a className="line" href={mailHref(email)}>
      <Icon name="mail" />
      {email}
    </a>
  )
}
