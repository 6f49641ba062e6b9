import { notFoundPage } from '#/content/pages/not-found.ts'
import { Picture } from '../picture.tsx'

/** What stands beside the words where there is no page. */
export function LostPicture() {
  return (
    <Picture
      scene="not-found"
      alt={notFoundPage.imageAlt}
      sizes="(min-width: 64rem) 36rem, 100vw"
      priority
    />
  )
}
