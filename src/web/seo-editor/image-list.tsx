import { useState } from 'react'
import { parseImageAlts } from '#/contracts/seo/seo.ts'
import { AreaField, controlId } from '../ui/fields.tsx'
import { adviceOn, altOf, withAlt } from './image-texts.ts'
import { type PageImage, scanImages } from './page-images.ts'
import { useEditor } from './use-editing.ts'

type ImageRowProps = {
  image: PageImage
  /** Undefined where the page's own text is not known, while a stored one stands in its place. */
  alt: string | undefined
  isReadOnly: boolean
  onChange: (alt: string) => void
}

/** One image of the page with its text and the advice on it. */
function ImageRow({ image, alt, isReadOnly, onChange }: ImageRowProps) {
  const { selector, name, src, width, height } = image
  const hint = [alt !== undefined && adviceOn(alt), `${width} × ${height} px`]
  const frame = {
    name: `alt-${selector}`,
    label: `Alt text of ${name}`,
    hint: hint.filter(Boolean).join(' '),
  }
  return (
    <li className="seo-image">
      <div>{src ? <img src={src} alt="" loading="lazy" /> : name}</div>
      <AreaField
        frame={frame}
        rows={2}
        readOnly={isReadOnly}
        value={alt ?? ''}
        placeholder={alt === undefined ? 'The page’s default alt text' : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </li>
  )
}

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
        {images.map((image) => (
          <ImageRow
            key={image.selector}
            image={image}
            alt={altOf(entries, image.selector) ?? image.ownAlt}
            isReadOnly={!canEdit}
            onChange={(alt) =>
              setField('imageAltTexts', JSON.stringify(withAlt(entries, image.selector, alt)))
            }
          />
        ))}
      </ol>
    </section>
  )
}
