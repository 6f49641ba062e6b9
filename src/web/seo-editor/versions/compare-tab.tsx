import { useState } from 'react'
import { parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { useSite } from '../../words.ts'
import { altAfter } from '../images/image-texts.ts'
import { scanImages } from '../images/page-images.ts'
import { useEditor } from '../state/editor-context.ts'
import { fieldsToSave } from '../state/editor-fields.ts'
import { compareTags, type TagChange } from './compare-tags.ts'
import { ValueText } from './field-values.tsx'

function useAltChanges(): TagChange[] {
  const { state, served, controls } = useEditor()
  const [images] = useState(() => scanImages(served))
  const stored = parseImageAlts(state.record?.imageAltTexts ?? '') ?? []
  const entries = parseImageAlts(controls.draft.fields.imageAltTexts) ?? []
  return images.flatMap((image) => {
    const [now, after] = [altAfter(stored, image), altAfter(entries, image)]
    if (now === after) return []
    return [{ name: `alt of ${image.name}`, now: altText(now), after: altText(after) }]
  })
}

/** The document does not have the page's own text where it was served with a stored one. */
function altText(alt: string | null | undefined): string | undefined {
  return alt === undefined ? "The page's own text" : (alt ?? undefined)
}

function Value({ label, value }: { label: string; value: string | undefined }) {
  return (
    <td data-label={label}>
      {value ? (
        <ValueText value={value} />
      ) : (
        <span className="muted">{value === '' ? '(empty)' : '(none)'}</span>
      )}
    </td>
  )
}

function TagRow({ name, now, after }: TagChange) {
  const isChanged = now !== after
  return (
    <tr className={isChanged ? 'seo-changed' : undefined}>
      <th scope="row">
        <code>{name}</code>
        {isChanged && <span className="seo-mark">changes</span>}
      </th>
      <Value label="Served now" value={now} />
      {isChanged ? (
        <Value label="After saving" value={after} />
      ) : (
        <td data-label="After saving" className="muted">
          The same
        </td>
      )}
    </tr>
  )
}

/** The page's tags and image texts, now and after saving. */
export function CompareTab() {
  const { state, controls } = useEditor()
  const { record, defaults, whyBuiltIn } = state
  // A record that cannot be used is stored, but not served.
  const stored = whyBuiltIn === null && record ? record : undefined
  const page = { stored, defaults, siteUrl: useSite().url }
  const saved = fieldsToSave(controls.draft.fields, defaults)
  const rows = [...compareTags(page, saved), ...useAltChanges()]
  const changes = rows.filter(({ now, after }) => now !== after).length
  return (
    <section aria-labelledby="compare-heading">
      <h3 id="compare-heading">Served now, and after saving</h3>
      <p className="hint">
        The left is what search engines and visitors get now.{' '}
        {changes === 0 ? 'Nothing would change.' : `${changes} of ${rows.length} would change.`}
      </p>
      <table className="seo-table">
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col">Served now</th>
            <th scope="col">After saving</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TagRow key={row.name} {...row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
