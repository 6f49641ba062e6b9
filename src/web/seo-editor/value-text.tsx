/** What fits without scrolling, in characters. */
const shortValue = 300

/** A value as it is. A long one scrolls, and so can be reached by keys. */
export function ValueText({ value }: { value: string }) {
  if (value.length <= shortValue) return <span className="seo-value">{value}</span>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <span className="seo-value seo-value-long" tabIndex={0}>
      {value}
    </span>
  )
}
