import type { ReactNode } from 'react'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useEditor } from '../editor-context.ts'
import { type FieldName, fieldLabels } from './editor-fields.ts'

/** The fields with a single text as their value. */
type TextFieldName = Exclude<FieldName, 'structuredDataMode' | 'imageAltTexts'>

type EditorFieldProps = {
  name: TextFieldName
  hint: string
  isRequired?: boolean
  /** Set for a text of several lines. */
  rows?: number
  /** True for addresses and data: no spell check, a fixed-width font. */
  isCode?: boolean
  /** Of a field of one line. */
  type?: 'text' | 'url'
  /** The id of what else describes the field. */
  describedBy?: string
  children?: ReactNode
}

/** A text field with its label, hint and problem. */
export function EditorField({
  name,
  hint,
  isRequired = false,
  rows,
  isCode = false,
  type = 'text',
  describedBy,
  children,
}: EditorFieldProps) {
  const { canEdit, controls, saving } = useEditor()
  const frame: FieldFrame = {
    name,
    label: fieldLabels[name],
    mark: isRequired ? 'required' : undefined,
    hint,
    problem: saving.problems[name],
  }
  const own = controlProps(frame)
  const control = {
    ...own,
    className: isCode ? 'input seo-code' : 'input',
    'aria-describedby': [own['aria-describedby'], describedBy].filter(Boolean).join(' '),
    value: controls.draft.fields[name],
    required: isRequired,
    readOnly: !canEdit,
    spellCheck: !isCode,
    ...(isCode && { autoCapitalize: 'none' }),
    onChange(event: { target: { value: string } }) {
      controls.setField(name, event.target.value)
      saving.clearProblem(name)
    },
  }
  return (
    <div className="seo-field">
      <Field frame={frame}>
        {rows ? (
          <textarea {...control} rows={rows} />
        ) : (
          <input {...control} type={type} autoComplete="off" />
        )}
      </Field>
      {children}
    </div>
  )
}
