import { useState } from 'react'
import { parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { useSite } from '../../words.ts'
import { useEditor } from '../editor-context.ts'
import { fieldsToSave } from '../fields/editor-fields.ts'
import { scanImages, toAltTargets } from '../images/image-scan.ts'
import { altAfter } from '../images/image-texts.ts'
import { compareTags, readServedTags, type TagChange } from './compare-fields.ts'
import { ValueText } from './field-values.tsx'

function useAltChanges(): TagChange[] {
  const { state, served, controls } = useEditor()
  const [images] = useState(scanImages)
  const stored = parseImageAlts(state.record?.imageAltTexts ?? '') ?? []
  const entries = parseImageAlts(controls.draft.fields.imageAltTexts) ?? []
  return toAltTargets(images, served).flatMap((target, index) => {
    const [now, after] = [altAfter(stored, target), altAfter(entries, target)]
    if (now === after) return []
    return [{ name: `alt of ${images[index]?.name}`, now: altText(now), after: altText(after) }]
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

/** The page's tags and image texts, now and after saving. */
export function CompareTab() {
  const { state, controls } = useEditor()
  const site = useSite()
  const [document] = useState(readServedTags)
  const saved = fieldsToSave(controls.draft.fields, state.defaults)
  const page = {
    document,
    stored: state.record ?? undefined,
    defaults: state.defaults,
    siteUrl: site.url,
  }
  const rows = [...compareTags(page, saved), ...useAltChanges()]
  const isChanged = (row: TagChange) => row.now !== row.after
  const changes = rows.filter(isChanged).length
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
            <tr key={row.name} className={isChanged(row) ? 'seo-changed' : undefined}>
              <th scope="row">
                <code>{row.name}</code>
                {isChanged(row) && <span className="seo-mark">changes</span>}
              </th>
              <Value label="Served now" value={row.now} />
              {isChanged(row) ? (
                <Value label="After saving" value={row.after} />
              ) : (
                <td data-label="After saving" className="muted">
                  The same
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
