import { useEditor } from './editor-context.ts'
import { EditorField } from './editor-field.tsx'
import { LengthMeter } from './length-meter.tsx'
import { SearchPreviews } from './search-preview.tsx'

function KeywordCount() {
  const { keywords } = useEditor().controls.draft.fields
  const count = keywords.split(',').filter((keyword) => keyword.trim() !== '').length
  return (
    <p className="seo-length" id="keyword-count">
      <strong>{count === 1 ? '1 keyword' : `${count} keywords`}</strong>
    </p>
  )
}

/** What a search result shows of the page. */
export function BasicTab() {
  const { title, description } = useEditor().controls.draft.fields
  return (
    <div className="seo-columns">
      <div className="seo-fields">
        <EditorField
          name="title"
          hint="Recommended: 50-60 characters. The place for the service and the town."
          isRequired
          describedBy="title-length"
        >
          <LengthMeter id="title-length" name="title" text={title} />
        </EditorField>
        <EditorField
          name="description"
          hint="Recommended: 150-160 characters. Say what the visitor gets."
          isRequired
          rows={4}
          describedBy="description-length"
        >
          <LengthMeter id="description-length" name="description" text={description} />
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
      <SearchPreviews />
    </div>
  )
}
