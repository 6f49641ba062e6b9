import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import type { ScannedImage } from './image-scan.ts'
import type { ImageFinding } from './image-texts.ts'

type ImageRowProps = {
  image: ScannedImage
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
export function ImageRow({
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
