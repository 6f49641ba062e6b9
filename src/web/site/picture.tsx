import pictures from '../pictures/pictures.json' with { type: 'json' }

/** A rendered scene: `hero`, a service's id, `about` or `not-found`. */
export type SceneName = string

type Scene = { width: number; height: number; widths: number[]; webp: number }

const scenes: Partial<Record<SceneName, Scene>> = pictures

/** The address of each picture file by its path below `pictures`. */
const files = import.meta.glob<string>('../pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const fileUrl = (scene: SceneName, width: number, type: 'avif' | 'webp') =>
  files[`../pictures/${scene}-${width}.${type}`]

/** A phone asks for three times the pixels that it can show well; it gets at most this, some 14 KB. */
const widestOnPhones = 480

type PictureProps = {
  scene: SceneName
  alt: string
  /** How wide the picture is drawn, as the `sizes` attribute says it. */
  sizes: string
  /** True for the picture that the first screen shows. */
  priority?: boolean
  className?: string
}

/** A rendered scene on a transparent ground: AVIF in the width that fits, WebP where AVIF is unknown. */
export function Picture({ scene, alt, sizes, priority = false, className }: PictureProps) {
  const entry = scenes[scene]
  if (!entry) return null
  const { width, height, widths, webp } = entry
  const srcSet = widths.map((w) => `${fileUrl(scene, w, 'avif')} ${w}w`).join(', ')
  const forPhones = widths.filter((w) => w <= widestOnPhones).at(-1)
  return (
    <picture className={className}>
      {forPhones !== undefined && (
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
        // The owner's own text for it stands in the server's document.
        suppressHydrationWarning
        width={width}
        height={height}
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  )
}
