import type { ReactNode } from 'react'
import { withoutScriptTag } from '#/contracts/seo/json-ld.ts'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useEditor } from '../state/editor-context.ts'
import { type FieldName, fieldLabels, modeLabels } from '../state/editor-fields.ts'
import { findJsonProblems, typesIn } from '../state/find-problems.ts'

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
      const { value } = event.target
      controls.setField(name, name === 'structuredData' ? withoutScriptTag(value) : value)
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

const modes = Object.keys(modeLabels) as SeoFields['structuredDataMode'][]

function ModeChoice() {
  const { canEdit, controls } = useEditor()
  const chosen = controls.draft.fields.structuredDataMode
  return (
    <fieldset className="seo-choice" disabled={!canEdit}>
      <legend className="label">{fieldLabels.structuredDataMode}</legend>
      {modes.map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name="structuredDataMode"
            value={mode}
            checked={mode === chosen}
            onChange={() => controls.setStructuredDataMode(mode)}
          />
          {modeLabels[mode]}
        </label>
      ))}
    </fieldset>
  )
}

function JsonFindings({ text }: { text: string }) {
  const findings = findJsonProblems(text)
  const types = typesIn(text)
  if (findings.length === 0) {
    return <p className="seo-finding seo-finding-good">{`Valid JSON-LD: ${types.join(', ')}`}</p>
  }
  return (
    <ul className="seo-json-findings">
      {findings.map(({ kind, message, line, column }) => (
        <li key={`${line}:${column} ${message}`} className={`seo-finding seo-finding-${kind}`}>
          <strong>{`Line ${line}, column ${column}:`}</strong> {message}
        </li>
      ))}
    </ul>
  )
}

/** The page's JSON-LD with its mode and findings, and the built-in JSON-LD to compare with. */
export function StructuredDataField() {
  const { state, controls } = useEditor()
  const text = controls.draft.fields.structuredData
  return (
    <>
      <ModeChoice />
      <EditorField
        name="structuredData"
        hint="JSON-LD for search engines, with the vocabulary of schema.org. Empty: the built-in data."
        rows={6}
        isCode
        describedBy="json-findings"
      >
        <div id="json-findings" className="seo-json">
          {text.trim() === '' ? (
            <p className="seo-finding seo-finding-note">Only the built-in data is used.</p>
          ) : (
            <JsonFindings text={text} />
          )}
        </div>
      </EditorField>
      <details className="seo-details">
        <summary>Built-in structured data</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <pre tabIndex={0} className="seo-pre">
          {state.defaults.structuredData}
        </pre>
      </details>
    </>
  )
}
