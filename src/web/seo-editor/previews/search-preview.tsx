import type { Site } from '#/contracts/documents.ts'
import { absoluteAddress } from '#/contracts/seo/merge-metadata.ts'
import { useSite } from '../../words.ts'
import { useEditor } from '../editor-context.ts'
import { type Device, fitText, measureFor, type SearchText, searchLimits } from './search-text.ts'

const deviceLabels: Record<Device, string> = { desktop: 'On a desktop', phone: 'On a phone' }

/** An address as search results show it: 'https://example.com › services › ac-repair'. */
function breadcrumb(address: string, site: Site): string {
  if (!URL.canParse(address)) return site.domain
  const url = new URL(address)
  const host = address.startsWith(`${site.url}/`) ? site.domain : url.host
  return [`https://${host}`, ...url.pathname.split('/').filter(Boolean)].join(' › ')
}

function SearchResult({ device }: { device: Device }) {
  const site = useSite()
  const { title, description, canonicalUrl } = useEditor().controls.draft.fields
  const shownOf = (name: SearchText, text: string) =>
    fitText(text, searchLimits[name][device], measureFor(name)).shown
  return (
    <figure className={`seo-preview serp-${device}`}>
      <figcaption>{deviceLabels[device]}</figcaption>
      <div className="serp" data-preview={`search-${device}`}>
        <div className="serp-site">
          <img src="/icon-32.png" alt="" width={18} height={18} />
          <div>
            <p>{site.name}</p>
            <p className="serp-address">
              {breadcrumb(absoluteAddress(canonicalUrl, site.url), site)}
            </p>
          </div>
        </div>
        <p className="serp-title">{shownOf('title', title) || 'No title'}</p>
        <p className="serp-text">{shownOf('description', description) || 'No description'}</p>
      </div>
    </figure>
  )
}

/** How Google would show the page. It may choose other words from the page. */
export function SearchPreviews() {
  return (
    <section className="seo-previews" aria-labelledby="search-previews">
      <h3 id="search-previews">Search result</h3>
      <SearchResult device="desktop" />
      <SearchResult device="phone" />
      <p className="hint">
        Google measures in pixels and may show other words from the page. This is its usual layout.
      </p>
    </section>
  )
}
