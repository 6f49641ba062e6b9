import { diffWordsWithSpace } from 'diff'
import { type FieldName, fieldLabels } from './editor-fields.ts'
import { readableValue } from './field-values.ts'

/** Longer texts are set beside each other: to compare them word by word would take too long. */
const longestCompared = 12_000

/** Of addresses and choices no single word means anything. */
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
