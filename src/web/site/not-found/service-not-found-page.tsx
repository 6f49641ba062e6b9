import { serviceNotFound } from '#/content/pages/not-found.ts'
import { PageHero } from '../page-hero.tsx'
import { SiteLink } from '../site-link.tsx'
import { LostPicture } from './lost-picture.tsx'

/** What the address of a service that does not exist shows. */
export default function ServiceNotFoundPage() {
  const { heading, text, button } = serviceNotFound
  return (
    <PageHero heading={heading} text={text} picture={<LostPicture />}>
      <SiteLink className="btn" href={button.href}>
        {button.label}
      </SiteLink>
    </PageHero>
  )
}
