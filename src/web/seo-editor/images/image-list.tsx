import { useState } from 'react'
import { formatImageAlts, parseImageAlts } from '#/contracts/seo/image-alts.ts'
import type { ImageAlt } from '#/contracts/seo/seo.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useEditor } from '../state/editor-context.ts'
import { adviceOn, altAfter, entryFor, withAlt, withoutAlt } from './image-texts.ts'
import { type PageImage, scanImages } from './page-images.ts'

type ImageRowProps = {
  image: PageImage
  entries: readonly ImageAlt[]
  isReadOnly: boolean
  onChange: (entries: ImageAlt[]) => void
}

/** One image of the page with its text and the advice on it. */
function ImageRow({ image, entries, isReadOnly, onChange }: ImageRowProps) {
  const frame: FieldFrame = { name: `alt-${image.selector}`, label: `Alt text of ${image.name}` }
  // Undefined where the page's own text is not known, while a stored one stands in its place.
  const alt = altAfter(entries, image)
  const advice = adviceOn(alt)
  return (
    <li className="seo-image">
      <div className="seo-thumbnail">
        {image.src ? <img src={image.src} alt="" loading="lazy" /> : <p>{image.name}</p>}
      </div>
      <div>
        <Field frame={frame}>
          <textarea
            {...controlProps(frame)}
            rows={2}
            readOnly={isReadOnly}
            value={alt ?? ''}
            placeholder={alt === undefined ? "The page's own text" : ''}
            onChange={(event) => onChange(withAlt(entries, image, event.target.value))}
          />
          {advice && <p className="small strong">{advice}</p>}
        </Field>
        <div className="seo-image-foot">
          <p className="hint">{`${image.width} × ${image.height} px`}</p>
          {!isReadOnly && alt === null && (
            <button
              className="seo-link"
              type="button"
              onClick={() => onChange(withAlt(entries, image, ''))}
            >
              Mark as decorative
            </button>
          )}
          {!isReadOnly && entryFor(entries, image) && (
            <button
              className="seo-link"
              type="button"
              onClick={() => onChange(withoutAlt(entries, image))}
            >
              Use the page's own text
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

type OtherEntriesProps = {
  entries: ImageAlt[]
  isReadOnly: boolean
  onRemove: (entry: ImageAlt) => void
}

/** Stored texts of images that the list leaves out: they are gone, hidden or small. */
function OtherEntries({ entries, isReadOnly, onRemove }: OtherEntriesProps) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="other-entries">
      <h3 id="other-entries">Saved texts with no image here</h3>
      <ul>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a selector may stand here twice
          <li key={`${index} ${entry.selector}`} className="seo-section-head">
            <p>
              <code>{entry.selector}</code> {entry.alt || '(decorative)'}
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

/** The page's images with their texts and the findings about them. */
export function ImageList() {
  const { served, canEdit, controls, saving } = useEditor()
  const stored = controls.draft.fields.imageAltTexts
  const readable = parseImageAlts(stored)
  const entries = readable ?? []
  const [images, setImages] = useState(() => scanImages(served))
  const others = entries.filter(
    ({ selector }) => !images.some(({ matchedBy }) => matchedBy(selector) !== 'not'),
  )

  function change(next: ImageAlt[]) {
    controls.setField('imageAltTexts', formatImageAlts(next))
    saving.clearProblem('imageAltTexts')
  }

  return (
    <section className="seo-fields" aria-labelledby="image-list">
      <div className="seo-section-head">
        <h3 id="image-list">Image alt texts</h3>
        <button
          className="btn btn-line btn-small"
          type="button"
          onClick={() => setImages(scanImages(served))}
        >
          Scan again
        </button>
      </div>
      <p className="hint">
        About 8-10 words that say what the image shows, without an 'Image of' prefix. Decorative
        images may be empty. Images under 32 px are left out.
      </p>
      {!readable && (
        <p className="problem">
          The stored alt texts cannot be read, so they are ignored. Saving replaces them.
        </p>
      )}
      {saving.problems.imageAltTexts && (
        <p className="problem" id="field-imageAltTexts" tabIndex={-1}>
          {saving.problems.imageAltTexts}
        </p>
      )}
      <ol>
        {images.map((image) => (
          <ImageRow
            key={image.selector}
            image={image}
            entries={entries}
            isReadOnly={!canEdit}
            onChange={change}
          />
        ))}
      </ol>
      <OtherEntries
        entries={others}
        isReadOnly={!canEdit}
        onRemove={(entry) => change(entries.filter((each) => each !== entry))}
      />
    </section>
  )
}
