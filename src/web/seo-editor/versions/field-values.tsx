import { parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { type FieldName, fieldLabels, modeLabels } from '../state/editor-fields.ts'

/** A field's value as people read it. Empty where there is nothing to read. */
function readableValue(name: FieldName, value: string): string {
  if (name === 'structuredDataMode') return value === 'add' ? modeLabels.add : modeLabels.replace
  if (name !== 'imageAltTexts') return value
  const entries = parseImageAlts(value)
  if (!entries) return value
  return entries.map(({ selector, alt }) => `${selector}: ${alt || '(decorative)'}`).join('\n')
}

/** In characters: longer values scroll. */
const shortValue = 300

/** A value in full; a long one scrolls. */
function ValueText({ value }: { value: string }) {
  if (value.length <= shortValue) return <span className="seo-value">{value}</span>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <span className="seo-value seo-value-long" tabIndex={0}>
      {value}
    </span>
  )
}

/** The two values of a field, each with the word for whose or when it is. */
export function TwoValues({ name, values }: { name: FieldName; values: Record<string, string> }) {
  return (
    <section className="seo-conflict" aria-label={fieldLabels[name]}>
      <h4>{fieldLabels[name]}</h4>
      {Object.entries(values).map(([label, value]) => (
        <p key={label}>
          <span className="hint">{label}</span>
          <ValueText value={readableValue(name, value) || '(empty)'} />
        </p>
      ))}
    </section>
  )
}
