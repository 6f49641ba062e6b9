import { useEditor } from './editor-context.ts'
import { EditorField } from './editor-field.tsx'
import { ImageList } from './image-list.tsx'

/** What the page itself says: its heading, and the words for its images. */
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
