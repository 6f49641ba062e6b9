import { publicPaths } from '#/contracts/routes.ts'
import { absoluteAddress } from '#/contracts/seo/merge-metadata.ts'
import { useSite } from '../../words.ts'
import { ImageList } from '../images/image-list.tsx'
import { useEditor } from '../state/editor-context.ts'
import { findJsonProblem } from '../state/find-problems.ts'
import { EditorField } from './editor-field.tsx'
import { SearchResult, SocialCard } from './previews.tsx'

/** In characters, as the hints of the fields recommend. */
const recommended = { title: [50, 60], description: [150, 160] } as const

/** The length of a text of a search result beside what is recommended. */
function LengthCount({ name }: { name: keyof typeof recommended }) {
  const count = [...useEditor().controls.draft.fields[name].trim()].length
  const [least, most] = recommended[name]
  return (
    <p className="hint">
      <strong>{`${count} characters`}</strong>
      {count > most && `, ${count - most} more than recommended: search results may cut it off.`}
      {count > 0 && count < least && `, ${least - count} fewer than recommended.`}
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
        >
          <LengthCount name="title" />
        </EditorField>
        <EditorField
          name="description"
          hint="Recommended: 150-160 characters. Say what the visitor gets."
          isRequired
          rows={4}
        >
          <LengthCount name="description" />
        </EditorField>
        <EditorField
          name="keywords"
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
    <div className="seo-fields">
      <EditorField
        name="h1Text"
        hint="The page's main heading. One line that says what the page is about."
      />
      <ImageList />
    </div>
  )
}

/** The page's JSON-LD, and what is wrong with it. */
function StructuredDataField() {
  const { controls, saving } = useEditor()
  const { structuredData, structuredDataMode } = controls.draft.fields
  const problem = findJsonProblem(structuredData)
  return (
    <EditorField
      name="structuredData"
      hint={
        structuredDataMode === 'add'
          ? 'JSON-LD for search engines, beside the built-in data. Empty: only the built-in data.'
          : 'JSON-LD for search engines, in place of the built-in data. Empty: the built-in data.'
      }
      rows={6}
      isCode
    >
      {problem && !saving.problems.structuredData && <p className="problem">{problem}</p>}
    </EditorField>
  )
}

/** True if an address of this site, or a path, is that of a public page. */
function isOfPage(address: string, siteUrl: string): boolean {
  const url = URL.parse(absoluteAddress(address.trim(), siteUrl))
  return publicPaths.some((path) => siteUrl + path === url?.href)
}

/** Addresses, the picture of links, and structured data. */
export function AdvancedTab() {
  const { canonicalUrl } = useEditor().controls.draft.fields
  const { url } = useSite()
  return (
    <div className="seo-columns">
      <div className="seo-fields">
        <EditorField
          name="canonicalUrl"
          hint="The one address under which search engines list this page: a web address, or a path on this site such as /about."
          isCode
          type="url"
        >
          {canonicalUrl.trim() !== '' && !isOfPage(canonicalUrl, url) && (
            <p className="problem">
              No page of this site has this address, so search engines may leave this page out.
            </p>
          )}
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
