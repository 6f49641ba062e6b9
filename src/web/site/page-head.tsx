import { business } from '#/content/business.ts'
import { useSite, useWords } from '../words.ts'

type PageHeadProps = {
  /** Texts of `content`; their placeholders are filled. */
  title: string
  description: string
  /** Where the page is; pages without an address of their own have none, and are not indexed. */
  path?: string
}

/** What the head says about a page. React moves it there. Stands exactly once on each page. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const site = useSite()
  const fill = useWords()
  const { region, placename, latitude, longitude } = business.geo
  const address = path === undefined ? undefined : site.url + path
  return (
    <>
      <title>{fill(title)}</title>
      <meta name="description" content={fill(description)} />
      {address ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={fill(title)} />
      <meta property="og:description" content={fill(description)} />
      {address && <meta property="og:url" content={address} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="geo.region" content={region} />
      <meta name="geo.placename" content={placename} />
      <meta name="geo.position" content={`${latitude};${longitude}`} />
      <meta name="ICBM" content={`${latitude}, ${longitude}`} />
    </>
  )
}
