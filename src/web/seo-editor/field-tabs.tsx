import { absoluteAddress } from '#/contracts/seo/merge-metadata.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { useSite } from '../words.ts'
import { useEditor } from './editor-context.ts'
import { EditorField } from './editor-field.tsx'
import { ImageList } from './image-list.tsx'

const lengthOf = (text: string) => `${[...text.trim()].length} characters`

/** How a search engine would show the page. It may choose other words from the page. */
function SearchResult() {
  const site = useSite()
  const { title, description, canonicalUrl } = useEditor().fields
  return (
    <section aria-labelledby="search-result">
      <h3 id="search-result">Search result</h3>
      <div className="seo-result">
        <p className="small">{site.name}</p>
        <p className="hint">{absoluteAddress(canonicalUrl, site.url)}</p>
        <p className="seo-result-title">{title.trim() || 'No title'}</p>
        <p className="small">{description.trim() || 'No description'}</p>
      </div>
      <p className="hint">
        Search engines cut long texts off, and may show other words of the page.
      </p>
    </section>
  )
}

/** The texts of a search result. */
export function BasicTab() {
  const { title, description } = useEditor().fields
  return (
    <div className="columns">
      <div className="column">
        <EditorField
          name="title"
          label="Title"
          hint={`${lengthOf(title)}. Recommended: 50-60. Name the service and the town.`}
          isRequired
        />
        <EditorField
          name="description"
          label="Description"
          hint={`${lengthOf(description)}. Recommended: 150-160. Say what the visitor gets.`}
          isRequired
          rows={4}
        />
        <EditorField
          name="keywords"
          label="Keywords"
          hint="Separated by commas. Google ignores them; other search engines may read them."
          rows={2}
        />
      </div>
      <SearchResult />
    </div>
  )
}

/** What a visitor of the page reads: its heading, and the texts of its images. */
export function ContentTab() {
  return (
    <div className="column">
      <EditorField
        name="h1Text"
        label="H1 text"
        hint="The page's main heading. One line that says what the page is about."
      />
      <ImageList />
    </div>
  )
}

/** Addresses, the picture of links, and structured data. */
export function AdvancedTab() {
  const { canonicalUrl, structuredDataMode } = useEditor().fields
  const { url } = useSite()
  const address = URL.parse(absoluteAddress(canonicalUrl.trim(), url))?.href
  const isOfPage = publicPaths.some((path) => url + path === address)
  return (
    <div className="column">
      <EditorField
        name="canonicalUrl"
        label="Canonical URL"
        hint="The one address under which search engines list this page: a web address, or a path on this site such as /about."
        warning={
          canonicalUrl.trim() !== '' && !isOfPage
            ? 'No page of this site has this address, so search engines may leave this page out.'
            : undefined
        }
        type="url"
      />
      <EditorField
        name="ogImage"
        label="Open Graph image"
        hint="The picture of a link to this page, 1200 × 630 pixels: a web address, or a path on this site."
        type="url"
      />
      <EditorField
        name="structuredData"
        label="Structured data"
        hint={`JSON-LD for search engines, ${structuredDataMode === 'add' ? 'beside' : 'in place of'} the built-in data. Empty: only the built-in data.`}
        rows={6}
      />
    </div>
  )
}
