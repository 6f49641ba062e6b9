import { notFoundPage, serviceNotFound } from '#/content/pages/not-found.ts'
import { PageHero } from '../page-hero.tsx'
import { Picture } from '../picture.tsx'
import { SiteLink } from '../site-link.tsx'

/** What stands beside the words where there is no page. */
function LostPicture() {
  return (
    <Picture
      scene="not-found"
      alt={notFoundPage.imageAlt}
      sizes="(min-width: 64rem) 36rem, 100vw"
      priority
    />
  )
}

/** What every unknown address shows. */
export function NotFoundPage() {
  const { heading, text, wayHome } = notFoundPage
  return (
    <PageHero heading={heading} text={text} picture={<LostPicture />}>
      <SiteLink className="btn" href={wayHome.href}>
        {wayHome.label}
      </SiteLink>
    </PageHero>
  )
}

/** What the address of a service that does not exist shows. */
export function ServiceNotFoundPage() {
  const { heading, text, button } = serviceNotFound
  return (
    <PageHero heading={heading} text={text} picture={<LostPicture />}>
      <SiteLink className="btn" href={button.href}>
        {button.label}
      </SiteLink>
    </PageHero>
  )
}
