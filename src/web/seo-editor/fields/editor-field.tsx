import type { ReactNode } from 'react'
import { withoutScriptTag } from '#/contracts/seo/json-ld.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useEditor } from '../state/editor-context.ts'
import { type FieldName, fieldLabels } from '../state/editor-fields.ts'

type EditorFieldProps = {
  name: Exclude<FieldName, 'imageAltTexts'>
  hint: string
  isRequired?: boolean
  /** Set for a text of several lines. */
  rows?: number
  /** True for addresses and data: no spell check, a fixed-width font. */
  isCode?: boolean
  /** Of a field of one line. */
  type?: 'text' | 'url'
  /** What is said of the value while it is typed. */
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
  const aboutValueId = `${name}-about`
  const control = {
    ...own,
    className: isCode ? 'input seo-code' : 'input',
    'aria-describedby': `${own['aria-describedby']} ${aboutValueId}`,
    value: controls.draft.fields[name],
    required: isRequired,
    readOnly: !canEdit,
    spellCheck: !isCode,
    ...(isCode && { autoCapitalize: 'none' }),
    onChange(event: { target: { value: string } }) {
      const { value } = event.target
      controls.setField(name, name === 'structuredData' ? withoutScriptTag(value) : value)
      saving.clearProblem(name)
    },
  }
  return (
    <Field frame={frame}>
      {rows ? (
        <textarea {...control} rows={rows} />
      ) : (
        <input {...control} type={type} autoComplete="off" />
      )}
      <div id={aboutValueId}>{children}</div>
    </Field>
  )
}
