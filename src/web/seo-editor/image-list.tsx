import { useState } from 'react'
import { formatImageAlts, parseImageAlts } from '#/contracts/seo/seo.ts'
import { AreaField, controlId } from '../ui/fields.tsx'
import { altOf, scanImages, withAlt } from './page-images.ts'
import { useEditor } from './use-editing.ts'

/** The page's images with their texts. A stored text that cannot be read is ignored. */
export function ImageList() {
  const { served, canEdit, fields, problems, setField } = useEditor()
  const entries = parseImageAlts(fields.imageAltTexts) ?? []
  const [images] = useState(() => scanImages(served))
  const problem = problems.imageAltTexts
  return (
    <section aria-labelledby="image-list">
      <h3 id="image-list">Image alt texts</h3>
      <p className="hint">
        About 8-10 words that say what the image shows, without an 'Image of' prefix. Decorative
        images may be empty. Images under 32 px are left out.
      </p>
      {problem && (
        <p className="problem" id={controlId('imageAltTexts')} tabIndex={-1}>
          {problem}
        </p>
      )}
      <ol>
        {images.map((image) => {
          const { selector, name, src, width, height, ownAlt } = image
          // Undefined where the page's own text is not known, while a stored one stands in its place.
          const alt = altOf(entries, image) ?? ownAlt
          const hint = `${width} × ${height} px`
          return (
            <li key={selector} className="seo-image">
              <div>{src ? <img src={src} alt="" loading="lazy" /> : name}</div>
              <AreaField
                frame={{ name: `alt-${selector}`, label: `Alt text of ${name}`, hint }}
                rows={2}
                readOnly={!canEdit}
                value={alt ?? ''}
                placeholder={alt === undefined ? 'The page’s default alt text' : ''}
                onChange={({ target: { value } }) =>
                  setField('imageAltTexts', formatImageAlts(withAlt(entries, image, value)))
                }
              />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
