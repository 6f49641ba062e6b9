import { api } from '#/contracts/endpoints/api.ts'
import { absoluteAddress, type SeoRevision, withoutScriptTag } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { Fetched } from '../admin/shell/query-states.tsx'
import { RemoveButton } from '../admin/shell/remove-button.tsx'
import { useData } from '../admin/shell/use-api.ts'
import { dateTime } from '../dates.ts'
import { parseAddress } from '../request.ts'
import { AreaField, InputField } from '../ui/fields.tsx'
import { useSite } from '../words.ts'
import type { FieldName } from './editor-fields.ts'
import { ImageList } from './image-list.tsx'
import { useEditor } from './use-editing.ts'

type EditorFieldProps = {
  name: Exclude<FieldName, 'imageAltTexts'>
  label: string
  hint: string
  /** What is to be said of a value that may be saved. */
  warning?: string | undefined
  isRequired?: boolean
  /** Set for a text of several lines. */
  rows?: number
  /** Of a field of one line. */
  type?: 'text' | 'url'
}

/** A text field with its label, hint and problem. */
function EditorField(props: EditorFieldProps) {
  const { name, label, hint, warning, isRequired = false, rows, type = 'text' } = props
  const { canEdit, fields, problems, setField } = useEditor()
  const isCode = name === 'structuredData'
  const mark = isRequired ? 'required' : undefined
  const control = {
    frame: { name, label, mark, hint, problem: problems[name] ?? warning },
    value: fields[name],
    required: isRequired,
    readOnly: !canEdit,
    autoComplete: 'off',
    spellCheck: !isCode && type !== 'url',
    onChange({ target: { value } }: { target: { value: string } }) {
      setField(name, isCode ? withoutScriptTag(value) : value)
    },
  }
  return rows ? <AreaField {...control} rows={rows} /> : <InputField {...control} type={type} />
}

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
        Search engines cut off long texts, and may show other words from the page.
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
        hint="The page’s main heading. One line that says what the page is about."
      />
      <ImageList />
    </div>
  )
}

/** Addresses, the picture of links, structured data, and what was saved before. */
export function AdvancedTab() {
  const { canEdit, fields } = useEditor()
  const { canonicalUrl, structuredDataMode } = fields
  const { url } = useSite()
  const address = parseAddress(absoluteAddress(canonicalUrl.trim(), url))?.href
  const isOfPage = publicPaths.some((path) => url + path === address)
  return (
    <div className="column">
      <EditorField
        name="canonicalUrl"
        label="Canonical URL"
        hint="The one address search engines should list for this page. Enter a web address, or a path on this site such as /about."
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
        hint="The picture shown with links to this page, 1200 × 630 pixels. Enter a web address, or a path on this site."
        type="url"
      />
      <EditorField
        name="structuredData"
        label="Structured data"
        hint={`JSON-LD for search engines, ${structuredDataMode === 'add' ? 'added to' : 'in place of'} the built-in data. Leave empty to use only the built-in data.`}
        rows={6}
      />
      {canEdit && <History />}
    </div>
  )
}

/** One change: its title, who made it and when, and the button that restores it. */
function RevisionItem({ revision }: { revision: SeoRevision }) {
  const { state, isDirty, isSaving, restore } = useEditor()
  const { fields, version, changedAt, changedBy } = revision
  const when = dateTime(Date.parse(changedAt))
  const isInForce = version === state.version
  return (
    <li className="stack seo-revision">
      <p className="strong">
        {fields?.title ?? 'Reset to defaults'}
        {isInForce && ' (current)'}
      </p>
      <p className="hint">
        <time dateTime={changedAt}>{when}</time> by <bdi>{changedBy}</bdi>
      </p>
      {fields && !isInForce && (
        <RemoveButton
          subject={`version from ${when}`}
          look="line"
          verb="Restore"
          question="Restore this version?"
          consequence={`This replaces the saved version${isDirty ? ', and discards your unsaved changes' : ''}.`}
          confirm="Confirm Restore"
          keep="Cancel"
          isOff={isSaving}
          onRemove={() => restore(fields, changedAt)}
        />
      )}
    </li>
  )
}

/** Every change of the page's metadata, newest first. */
function History() {
  const query = useData(api.seoRevisions, { path: useEditor().pagePath }, { staleTime: 0 })
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      <Fetched query={query} failure="The history couldn’t be loaded.">
        {(revisions) => (
          <ol>
            {revisions.map((revision) => (
              <RevisionItem key={revision.id} revision={revision} />
            ))}
            {revisions.length === 0 && <li>Nothing has been saved for this page yet.</li>}
          </ol>
        )}
      </Fetched>
    </section>
  )
}
