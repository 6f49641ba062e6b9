import { notFoundPage } from '#/content/pages/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageHero } from '../page-hero.tsx'
import { SiteLink } from '../site-link.tsx'
import { LostPicture } from './lost-picture.tsx'

/** What every unknown address shows. */
export default function NotFoundPage() {
  const { metaTitle, metaDescription, heading, text, wayHome } = notFoundPage
  return (
    <>
      <PageHead title={metaTitle} description={metaDescription} />
      <PageHero heading={heading} text={text} picture={<LostPicture />}>
        <SiteLink className="btn" href={wayHome.href}>
          {wayHome.label}
        </SiteLink>
      </PageHero>
    </>
  )
}
