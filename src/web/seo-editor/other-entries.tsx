import type { ImageAlt } from '#/contracts/seo.ts'

type OtherEntriesProps = {
  entries: ImageAlt[]
  /** True for a selector that finds an image which the list leaves out. */
  isFound: (selector: string) => boolean
  isReadOnly: boolean
  onRemove: (entry: ImageAlt) => void
}

/** Stored texts of images that are not in the list: gone, hidden or small. */
export function OtherEntries({ entries, isFound, isReadOnly, onRemove }: OtherEntriesProps) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="other-entries" className="seo-others">
      <h3 id="other-entries">Stored texts without an image here</h3>
      <ul>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a selector may stand here twice
          <li key={`${index} ${entry.selector}`}>
            <p>
              <code>{entry.selector}</code>
              <span>{entry.alt || '(decorative)'}</span>
              <span className="hint">
                {isFound(entry.selector)
                  ? 'Finds an image that is hidden or small.'
                  : 'Finds nothing on this page now.'}
              </span>
            </p>
            {!isReadOnly && (
              <button
                className="btn btn-line btn-small"
                type="button"
                aria-label={`Remove the text for ${entry.selector}`}
                onClick={() => onRemove(entry)}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
