import { withoutScriptTag } from '#/contracts/seo/json-ld.ts'
import { AreaField, InputField } from '../ui/fields.tsx'
import { useEditor } from './editor-context.ts'
import type { FieldName } from './editor-fields.ts'

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
export function EditorField(props: EditorFieldProps) {
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
