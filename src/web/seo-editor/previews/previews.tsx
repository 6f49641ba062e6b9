import { useEffect, useState } from 'react'
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

const typingPauseMs = 400

/** A value once it has stopped changing, so that no picture is loaded for each letter of an address. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, typingPauseMs, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The path of a picture of this site; undefined for others, which the page's policy does not load. */
function ownPath(address: string, siteUrl: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname, search } = new URL(address)
  const isOwn = origin === location.origin || origin === new URL(siteUrl).origin
  return isOwn ? pathname + search : undefined
}

function CardPicture({ address }: { address: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <p>There is no picture at this address.</p>
  return <img src={address} alt="" width={1200} height={630} onError={() => setFailed(true)} />
}

/** A link to this page as a messenger or a social network shows it. */
export function SocialCard() {
  const site = useSite()
  const { title, description, ogImage } = useEditor().controls.draft.fields
  const address = absoluteAddress(useSettled(ogImage.trim()), site.url)
  const path = ownPath(address, site.url)
  return (
    <section className="seo-previews" aria-labelledby="social-preview">
      <h3 id="social-preview">Social card</h3>
      <figure className="seo-preview">
        <div className="social" data-preview="social">
          <div className="social-picture">
            {path ? (
              <CardPicture key={path} address={path} />
            ) : (
              <p>
                {address
                  ? 'A picture on another site. It is not loaded here, but others will show it.'
                  : 'No picture'}
              </p>
            )}
          </div>
          <div className="social-text">
            <p className="social-domain">{site.domain}</p>
            <p className="strong">{title.trim() || 'No title'}</p>
            <p className="social-description">{description.trim()}</p>
          </div>
        </div>
      </figure>
    </section>
  )
}
