import { notFoundPage } from '#/content/pages/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageHero } from '../page-hero.tsx'
import { Picture } from '../picture.tsx'
import { SiteLink } from '../site-link.tsx'

/** What every unknown address shows. */
export default function NotFoundPage() {
  const { metaTitle, metaDescription, heading, text, wayHome, imageAlt } = notFoundPage
  return (
    <>
      <PageHead title={metaTitle} description={metaDescription} />
      <PageHero heading={heading} text={text}>
        <SiteLink className="btn" href={wayHome.href}>
          {wayHome.label}
        </SiteLink>
        <Picture
          scene="not-found"
          alt={imageAlt}
          sizes="(min-width: 40rem) 36rem, 100vw"
          priority
          className="w-full max-w-xl"
        />
      </PageHero>
    </>
  )
}
