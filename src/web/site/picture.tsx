import pictures from '../pictures/pictures.json' with { type: 'json' }

/** `hero`, a service's id, `about` or `not-found`; a scene is a picture made from a 3D model. */
type SceneName = string

type Scene = { width: number; height: number; widths: number[]; webp: number }

const scenes: Partial<Record<SceneName, Scene>> = pictures

/** `picture-files.ts` says how the files are called. */
const fileUrl = (scene: SceneName, width: number, type: 'avif' | 'webp') =>
  `${import.meta.env.VITE_PICTURE_ROOT}${scene}-${width}${import.meta.env.VITE_PICTURE_END}.${type}`

/** Pixels. A phone's screen would make it load three times as many; this much is sharp enough, about 14 KB. */
const widestOnPhones = 480

type PictureProps = {
  scene: SceneName
  alt: string
  /** How wide the picture is shown where it is not half of the page, in the format of the `sizes` attribute. */
  sizes?: string
  /** True if it is so small on phones that `sizes` alone picks a small enough file there. */
  isThumbnail?: boolean
  /** True if the picture is visible without scrolling: then it is loaded early. */
  priority?: boolean
  className?: string
}

/** A scene on a transparent background: AVIF in the width that fits, WebP for browsers without AVIF. */
export function Picture(props: PictureProps) {
  const { scene, alt, isThumbnail = false, priority = false, className } = props
  const { sizes = '(min-width: 64rem) 36rem, 100vw' } = props
  const entry = scenes[scene]
  if (!entry) return null
  const { width, height, widths, webp } = entry
  const srcSet = widths.map((w) => `${fileUrl(scene, w, 'avif')} ${w}w`).join(', ')
  const forPhones = widths.filter((w) => w <= widestOnPhones).at(-1)
  return (
    <picture className={className}>
      {forPhones !== undefined && !isThumbnail && (
        <source
          media="(max-width: 40rem)"
          type="image/avif"
          srcSet={fileUrl(scene, forPhones, 'avif')}
        />
      )}
      <source type="image/avif" srcSet={srcSet} sizes={sizes} />
      <img
        src={fileUrl(scene, webp, 'webp')}
        alt={alt}
        width={width}
        height={height}
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  )
}
