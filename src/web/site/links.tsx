import type { ComponentPropsWithoutRef } from 'react'
import { siteEmail } from '#/content/business.ts'
import { mailHref, telHref } from '#/contracts/leads/contact-details.ts'
import { estimatePath, estimatePathFrom } from '#/contracts/site-routes.ts'
import { usePath } from '../page-context.ts'
import { Icon } from '../ui/icon.tsx'
import { useSite, useWords } from '../words.ts'

type SiteLinkProps = ComponentPropsWithoutRef<'a'> & { href: string }

/**
 * A link to a page or an anchor of this site; all such links are made by this. A link to the estimate
 * form takes along which service's page it is on.
 */
export function SiteLink({ href, ...props }: SiteLinkProps) {
  const path = usePath()
  return <a {...props} href={href === estimatePath ? estimatePathFrom(path) : href} />
}

type LinkButtonProps = { to: { href: string; label: string }; className?: string }

/** A link that looks like a button. */
export function LinkButton({ to: { href, label }, className = 'btn' }: LinkButtonProps) {
  return (
    <SiteLink className={className} href={href}>
      {label}
    </SiteLink>
  )
}

type GoLinkProps = {
  href: string
  children: string
  /** What the link is about, for those who cannot see what is beside it. */
  about?: string
  /** True for the way back: its arrow is before the text. */
  back?: boolean
}

/** A link with an arrow, outside of running text. */
export function GoLink({ href, children, about, back = false }: GoLinkProps) {
  return (
    <SiteLink className="go" href={href}>
      {back && <Icon name="arrow-left" />}
      {children}
      {/* One string, because React would write a comment between two. */}
      {about && <span className="hidden-text">{`: ${about}`}</span>}
      {!back && <Icon name="arrow-right" />}
    </SiteLink>
  )
}

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

/** What is there at any hour; nothing where the owner does not say so. */
export function Always({ text, className }: { text: string; className?: string }) {
  const { isAlwaysAnswered } = useSite()
  const fill = useWords()
  return isAlwaysAnswered && <p className={className}>{fill(text)}</p>
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
