import { useSite } from '../../words.ts'
import { ImageList } from '../images/image-list.tsx'
import { SearchResult, SocialCard } from '../previews/previews.tsx'
import { useEditor } from '../state/editor-context.ts'
import { isOfPage } from '../state/find-problems.ts'
import { EditorField, StructuredDataField } from './editor-field.tsx'

/** In characters, as the hints of the fields recommend. */
const recommended = { title: [50, 60], description: [150, 160] } as const

/** The length of a text of a search result beside what is recommended. */
function LengthCount({ name }: { name: keyof typeof recommended }) {
  const count = [...useEditor().controls.draft.fields[name].trim()].length
  const [least, most] = recommended[name]
  return (
    <p className="seo-length" id={`${name}-length`}>
      <strong>{`${count} characters`}</strong>
      {count > most && `, ${count - most} more than recommended: search results may cut it off.`}
      {count > 0 && count < least && `, ${least - count} fewer than recommended.`}
    </p>
  )
}

function KeywordCount() {
  const { keywords } = useEditor().controls.draft.fields
  const count = keywords.split(',').filter((keyword) => keyword.trim() !== '').length
  return (
    <p className="seo-length" id="keyword-count">
      <strong>{count === 1 ? '1 keyword' : `${count} keywords`}</strong>
    </p>
  )
}

/** The texts of a search result. */
export function BasicTab() {
  return (
    <div className="seo-columns">
      <div className="seo-fields">
        <EditorField
          name="title"
          hint="Recommended: 50-60 characters. Name the service and the town."
          isRequired
          describedBy="title-length"
        >
          <LengthCount name="title" />
        </EditorField>
        <EditorField
          name="description"
          hint="Recommended: 150-160 characters. Say what the visitor gets."
          isRequired
          rows={4}
          describedBy="description-length"
        >
          <LengthCount name="description" />
        </EditorField>
        <EditorField
          name="keywords"
          hint="Separated by commas. Google ignores them; other search engines may read them."
          rows={2}
          describedBy="keyword-count"
        >
          <KeywordCount />
        </EditorField>
      </div>
      <SearchResult />
    </div>
  )
}

/** What a visitor of the page reads: its heading, and the texts of its images. */
export function ContentTab() {
  const { h1Text } = useEditor().controls.draft.fields
  return (
    <div className="seo-fields">
      <EditorField
        name="h1Text"
        hint="The page's main heading. One line that says what the page is about."
        describedBy="h1-length"
      >
        <p className="seo-length" id="h1-length">
          <strong>{`${[...h1Text.trim()].length} characters`}</strong>
        </p>
      </EditorField>
      <ImageList />
    </div>
  )
}

function CanonicalFinding() {
  const { canonicalUrl } = useEditor().controls.draft.fields
  const { url } = useSite()
  return (
    <div id="canonical-finding">
      {canonicalUrl.trim() !== '' && !isOfPage(canonicalUrl, url) && (
        <p className="seo-finding seo-finding-warning">
          No page of this site has this address, so search engines may leave this page out.
        </p>
      )}
    </div>
  )
}

/** Addresses, the picture of links, and structured data. */
export function AdvancedTab() {
  return (
    <div className="seo-columns">
      <div className="seo-fields">
        <EditorField
          name="canonicalUrl"
          hint="The one address under which search engines list this page: a web address, or a path on this site such as /about."
          isCode
          type="url"
          describedBy="canonical-finding"
        >
          <CanonicalFinding />
        </EditorField>
        <EditorField
          name="ogImage"
          hint="The picture of a link to this page, 1200 × 630 pixels: a web address, or a path on this site."
          isCode
          type="url"
        />
        <StructuredDataField />
      </div>
      <SocialCard />
    </div>
  )
}
