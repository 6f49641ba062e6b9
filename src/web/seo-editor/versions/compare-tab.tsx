import { useState } from 'react'
import { parseImageAlts } from '#/contracts/image-alts.ts'
import { useSite } from '../../words.ts'
import { useEditor } from '../editor-context.ts'
import { fieldsToSave } from '../fields/editor-fields.ts'
import { scanImages, toAltTargets } from '../images/image-scan.ts'
import { altAfter } from '../images/image-texts.ts'
import { ValueText } from './field-values.tsx'
import { compareTags, readServedTags, type TagChange } from './served-tags.ts'

function useAltChanges(): TagChange[] {
  const { served, controls } = useEditor()
  const [images] = useState(scanImages)
  const entries = parseImageAlts(controls.draft.fields.imageAltTexts) ?? []
  return toAltTargets(images, served).flatMap((target, index) => {
    const image = images[index]
    const after = altAfter(entries, target)
    if (!image || after === image.alt) return []
    const own = after === undefined ? "The page's own text" : undefined
    return [
      {
        name: `alt of ${image.name}`,
        now: image.alt ?? undefined,
        after: own ?? after ?? undefined,
      },
    ]
  })
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
  const [now] = useState(readServedTags)
  const saved = fieldsToSave(controls.draft.fields, state.defaults)
  const rows = [...compareTags(now, saved, state.defaults, site.url), ...useAltChanges()]
  const isChanged = (row: TagChange) => row.now !== row.after
  const changes = rows.filter(isChanged).length
  return (
    <section aria-labelledby="compare-heading">
      <h3 id="compare-heading">Served now, and after saving</h3>
      <p className="hint">
        The left is this page as it was loaded.{' '}
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
