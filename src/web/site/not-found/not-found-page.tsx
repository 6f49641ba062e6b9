import { notFoundPage } from '#/content/pages/not-found.ts'
import { PageHero } from '../page-hero.tsx'
import { SiteLink } from '../site-link.tsx'
import { LostPicture } from './lost-picture.tsx'

/** What every unknown address shows. */
export default function NotFoundPage() {
  const { heading, text, wayHome } = notFoundPage
  return (
    <PageHero heading={heading} text={text} picture={<LostPicture />}>
      <SiteLink className="btn" href={wayHome.href}>
        {wayHome.label}
      </SiteLink>
    </PageHero>
  )
}
