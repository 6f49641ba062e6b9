import type { Site } from '#/contracts/pages/documents.ts'
import { absoluteAddress } from '#/contracts/seo/merge-metadata.ts'
import { useSite } from '../../words.ts'
import { useEditor } from '../state/editor-context.ts'

/** An address as search results show it: 'https://example.com › services › ac-repair'. */
function breadcrumb(address: string, site: Site): string {
  if (!URL.canParse(address)) return site.domain
  const url = new URL(address)
  const host = address.startsWith(`${site.url}/`) ? site.domain : url.host
  return [`https://${host}`, ...url.pathname.split('/').filter(Boolean)].join(' › ')
}

/** How a search engine would show the page. It may choose other words from the page. */
export function SearchResult() {
  const site = useSite()
  const { title, description, canonicalUrl } = useEditor().controls.draft.fields
  return (
    <section className="seo-previews" aria-labelledby="search-preview">
      <h3 id="search-preview">Search result</h3>
      <div className="serp" data-preview="search">
        <div className="serp-site">
          <img src="/icon-32.png" alt="" width={18} height={18} />
          <div>
            <p>{site.name}</p>
            <p className="serp-address">
              {breadcrumb(absoluteAddress(canonicalUrl, site.url), site)}
            </p>
          </div>
        </div>
        <p className="serp-title">{title.trim() || 'No title'}</p>
        <p className="serp-text">{description.trim() || 'No description'}</p>
      </div>
      <p className="hint">
        Search engines cut long texts off, and may show other words of the page.
      </p>
    </section>
  )
}

/** A link to this page as a messenger or a social network shows it. */
export function SocialCard() {
  const site = useSite()
  const { title, description, ogImage } = useEditor().controls.draft.fields
  return (
    <section className="seo-previews" aria-labelledby="social-preview">
      <h3 id="social-preview">Social card</h3>
      <div className="social" data-preview="social">
        <img
          // The page's policy loads no pictures of other sites.
          src={ogImage.trim().replace(`${site.url}/`, '/') || undefined}
          alt="Not shown here: nothing is at this address, or it is on another site."
        />
        <div className="social-text">
          <p className="hint">{site.domain}</p>
          <p className="strong">{title.trim() || 'No title'}</p>
          <p className="social-description">{description.trim()}</p>
        </div>
      </div>
    </section>
  )
}
