import { notFoundPage, serviceNotFound } from '#/content/pages/not-found.ts'
import { PageHero } from '../bands.tsx'
import { SiteLink } from '../links.tsx'
import { Picture } from '../picture.tsx'

function NotFoundPicture() {
  return (
    <Picture
      scene="not-found"
      alt={notFoundPage.imageAlt}
      sizes="(min-width: 64rem) 36rem, 100vw"
      priority
      className="fading"
    />
  )
}

/** Shown at every unknown path except those of services. */
export function NotFoundPage() {
  const { heading, text, wayHome } = notFoundPage
  return (
    <PageHero heading={heading} text={text} picture={<NotFoundPicture />}>
      <SiteLink className="btn" href={wayHome.href}>
        {wayHome.label}
      </SiteLink>
    </PageHero>
  )
}

/** Shown at `/services/{id}` for an unknown id. */
export function ServiceNotFoundPage() {
  const { heading, text, button } = serviceNotFound
  return (
    <PageHero heading={heading} text={text} picture={<NotFoundPicture />}>
      <SiteLink className="btn" href={button.href}>
        {button.label}
      </SiteLink>
    </PageHero>
  )
}
