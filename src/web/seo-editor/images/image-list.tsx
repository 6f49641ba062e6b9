import { useState } from 'react'
import { formatImageAlts, parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { readSelector, selectorAdvice } from '#/contracts/seo/selectors.ts'
import type { ImageAlt } from '#/contracts/seo/seo.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useEditor } from '../state/editor-context.ts'
import { altAfter, auditImages, type ImageFinding, withAlt, withoutAlt } from './image-texts.ts'
import { findImages, type PageImage, scanImages } from './page-images.ts'

type ImageRowProps = {
  image: PageImage
  /** Undefined for the page's own text, which is not known while a stored one stands in its place. */
  alt: string | null | undefined
  findings: ImageFinding[]
  isReadOnly: boolean
  isStored: boolean
  onChange: (alt: string) => void
  /** Goes back to the page's own text. */
  onReset: () => void
}

/** One image of the page with its text and the findings about it. */
function ImageRow({
  image,
  alt,
  findings,
  isReadOnly,
  isStored,
  onChange,
  onReset,
}: ImageRowProps) {
  const frame: FieldFrame = { name: `alt-${image.selector}`, label: `Alt text of ${image.name}` }
  const isChanged = alt !== undefined && alt !== image.alt
  return (
    <li className="seo-image">
      <div className="seo-thumbnail">
        {image.src ? <img src={image.src} alt="" loading="lazy" /> : <p>{image.name}</p>}
      </div>
      <div className="seo-image-text">
        <Field frame={frame}>
          <textarea
            {...controlProps(frame)}
            rows={2}
            readOnly={isReadOnly}
            value={alt ?? ''}
            placeholder={alt === undefined ? "The page's own text" : ''}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
        {findings.map(({ kind, text }) => (
          <p key={text} className={`seo-finding seo-finding-${kind}`}>
            {text}
          </p>
        ))}
        {isChanged && (
          <p className="seo-finding seo-finding-note">
            {image.alt ? `On the page now: “${image.alt}”` : 'On the page now: no text'}
          </p>
        )}
        <div className="seo-image-foot">
          <p className="hint">
            {`${image.width} × ${image.height} px`} <code>{image.selector}</code>
          </p>
          {!isReadOnly && alt === null && (
            <button className="seo-link" type="button" onClick={() => onChange('')}>
              Mark as decorative
            </button>
          )}
          {!isReadOnly && isStored && (
            <button className="seo-link" type="button" onClick={onReset}>
              Use the page's own text
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

function hintFor(selector: string): string {
  if (readSelector(selector) === undefined) {
    return `Not applied: this selector cannot be used. ${selectorAdvice}`
  }
  return findImages(selector).length > 0
    ? 'Finds an image that is hidden or small.'
    : 'Finds nothing on this page right now.'
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
    <section aria-labelledby="other-entries" className="seo-others">
      <h3 id="other-entries">Saved texts with no image here</h3>
      <ul>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a selector may stand here twice
          <li key={`${index} ${entry.selector}`}>
            <p>
              <code>{entry.selector}</code>
              <span>{entry.alt || '(decorative)'}</span>
              <span className="hint">{hintFor(entry.selector)}</span>
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
  const findings = auditImages(images.map((image) => altAfter(entries, image)))
  const problems = findings.flat().filter(({ kind }) => kind === 'problem').length
  const others = entries.filter(
    ({ selector }) => !images.some(({ matchedBy }) => matchedBy(selector) !== 'not'),
  )

  function change(next: ImageAlt[]) {
    controls.setField('imageAltTexts', formatImageAlts(next))
    saving.clearProblem('imageAltTexts')
  }

  return (
    <section className="seo-images" aria-labelledby="image-list">
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
      <p className="seo-small">
        {`${images.length} images, ${problems === 0 ? 'nothing to fix' : `${problems} to fix`}.`}
      </p>
      {!readable && (
        <p className="seo-warning">
          The stored alt texts cannot be read, so they are ignored. Saving replaces them.
        </p>
      )}
      {saving.problems.imageAltTexts && (
        <p className="problem" id="field-imageAltTexts" tabIndex={-1}>
          {saving.problems.imageAltTexts}
        </p>
      )}
      <ol className="seo-image-list">
        {images.map((image, index) => (
          <ImageRow
            key={image.selector}
            image={image}
            alt={altAfter(entries, image)}
            findings={findings[index] ?? []}
            isReadOnly={!canEdit}
            isStored={entries.some(({ selector }) => image.matchedBy(selector) !== 'not')}
            onChange={(alt) => change(withAlt(entries, image, alt))}
            onReset={() => change(withoutAlt(entries, image))}
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
