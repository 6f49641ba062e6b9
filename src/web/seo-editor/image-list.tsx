import { useState } from 'react'
import { toAltTargets } from './alt-targets.ts'
import { useEditor } from './editor-context.ts'
import { altAfter, formatImageAlts, parseImageAlts, withAlt, withoutAlt } from './image-alts.ts'
import { auditImages } from './image-findings.ts'
import { ImageRow } from './image-row.tsx'
import { findImages, scanImages } from './image-scan.ts'
import { OtherEntries } from './other-entries.tsx'

/** The page's images with their texts, and what is to be said about them. */
export function ImageList() {
  const { served, canEdit, controls, saving } = useEditor()
  const stored = controls.draft.fields.imageAltTexts
  const entries = parseImageAlts(stored)
  const [images, setImages] = useState(scanImages)
  const targets = toAltTargets(images, served)
  const known = entries ?? []
  const findings = auditImages(targets.map((target) => altAfter(known, target)))
  const problems = findings.flat().filter(({ kind }) => kind === 'problem').length
  const others = known.filter(
    ({ selector }) => !targets.some(({ matchedBy }) => matchedBy(selector) !== 'not'),
  )

  function change(next: typeof known) {
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
          onClick={() => setImages(scanImages())}
        >
          Scan again
        </button>
      </div>
      <p className="hint">
        About 8-10 words that say what the image shows, without an 'Image of' prefix. Decorative
        images may be empty. Images under 32 px are left out.
      </p>
      <p className="seo-summary">
        {`${images.length} images, ${problems === 0 ? 'nothing to mend' : `${problems} to mend`}.`}
      </p>
      {!entries && (
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
        {images.map((image, index) => {
          const target = targets[index]
          return (
            target && (
              <ImageRow
                key={image.selector}
                image={image}
                alt={altAfter(known, target)}
                findings={findings[index] ?? []}
                isReadOnly={!canEdit}
                isStored={known.some(({ selector }) => target.matchedBy(selector) !== 'not')}
                onChange={(alt) => change(withAlt(known, target, alt))}
                onReset={() => change(withoutAlt(known, target))}
              />
            )
          )
        })}
      </ol>
      <OtherEntries
        entries={others}
        isFound={(selector) => findImages(selector).length > 0}
        isReadOnly={!canEdit}
        onRemove={(entry) => change(known.filter((each) => each !== entry))}
      />
    </section>
  )
}
