import { diffWordsWithSpace } from 'diff'
import { parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { type FieldName, fieldLabels, modeLabels } from '../state/editor-fields.ts'

/** A field's value as people read it. Empty where there is nothing to read. */
export function readableValue(name: FieldName, value: string): string {
  if (name === 'structuredDataMode') return value === 'add' ? modeLabels.add : modeLabels.replace
  if (name !== 'imageAltTexts') return value
  const entries = parseImageAlts(value)
  if (!entries) return value
  return entries.map(({ selector, alt }) => `${selector}: ${alt || '(decorative)'}`).join('\n')
}

/** In characters: longer values scroll. */
const shortValue = 300

/** A value in full; a long one scrolls. */
export function ValueText({ value }: { value: string }) {
  if (value.length <= shortValue) return <span className="seo-value">{value}</span>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <span className="seo-value seo-value-long" tabIndex={0}>
      {value}
    </span>
  )
}

/** In characters. Longer texts are shown one after the other: comparing words would take too long. */
const longestCompared = 12_000

/** Addresses and choices, which no one reads word by word. */
const wholeFields: FieldName[] = ['canonicalUrl', 'ogImage', 'structuredDataMode']

type FieldDifferenceProps = { name: FieldName; before: string; after: string }

function Parts({ name, before, after }: FieldDifferenceProps) {
  const [from, to] = [readableValue(name, before), readableValue(name, after)]
  const isWhole = wholeFields.includes(name) || from.length + to.length > longestCompared
  const parts = isWhole
    ? [
        { value: from, removed: true, added: false },
        { value: to, removed: false, added: true },
      ]
    : diffWordsWithSpace(from, to)
  // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text have no other name
  return parts.map(({ value, added, removed }, index) =>
    added ? (
      <ins key={index}>{value}</ins>
    ) : removed ? (
      <del key={index}>{value}</del>
    ) : (
      <span key={index}>{value}</span>
    ),
  )
  // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text have no other name
}

/** What changed in a field, word by word. */
export function FieldDifference(props: FieldDifferenceProps) {
  return (
    <div className="seo-difference">
      <h4>{fieldLabels[props.name]}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <p className="seo-diff" tabIndex={0}>
        <Parts {...props} />
      </p>
    </div>
  )
}
