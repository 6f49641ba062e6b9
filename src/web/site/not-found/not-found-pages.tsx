import { notFoundPage, serviceNotFound } from '#/content/pages/not-found.ts'
import { PageHero } from '../bands.tsx'
import { LinkButton } from '../links.tsx'
import { Picture } from '../picture.tsx'

function NotFound({ heading, text, link }: typeof notFoundPage | typeof serviceNotFound) {
  const picture = (
    <Picture scene="not-found" alt={notFoundPage.imageAlt} priority className="fading" />
  )
  return (
    <PageHero heading={heading} text={text} picture={picture}>
      <LinkButton to={link} />
    </PageHero>
  )
}

/** Shown at every unknown path except those of services. */
export const NotFoundPage = () => <NotFound {...notFoundPage} />

/** Shown at `/services/{id}` for an unknown id. */
export const ServiceNotFoundPage = () => <NotFound {...serviceNotFound} />
