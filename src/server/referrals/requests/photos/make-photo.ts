import type { Sharp, SharpOptions } from 'sharp'
import type { PhotoProblem } from '#/contracts/requests.ts'
import { type PictureKind, sniffPicture } from './sniff-picture.ts'

/** A photograph as it is stored: JPEG, upright, without anything that the camera wrote into it. */
export type Photo = { image: Buffer; thumbnail: Buffer; width: number; height: number }

/** The long side, in pixels. */
const sides = { image: 1600, thumbnail: 240 }

/**
 * The most pixels. A JPEG is made smaller while it is read, so that of the largest photographs of
 * phones (50 megapixels) only a part is ever in memory. All others, and a JPEG that is stored in
 * passes, are in memory as a whole: four bytes a pixel.
 */
const mostPixels = { jpeg: 64_000_000, whole: 25_000_000 }

const decodeSeconds = 20

/** Why a file becomes no photograph. */
export class NoPhoto extends Error {
  readonly problem: PhotoProblem

  constructor(problem: PhotoProblem) {
    super(`no photograph: ${problem}`)
    this.problem = problem
  }
}

const formatOf: Record<Exclude<PictureKind, 'heic'>, string> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif',
}

type Metadata = Awaited<ReturnType<Sharp['metadata']>>

function isTooLarge({ width, height, isProgressive }: Metadata, kind: PictureKind): boolean {
  const isReadInPart = kind === 'jpeg' && !isProgressive
  return width * height > (isReadInPart ? mostPixels.jpeg : mostPixels.whole)
}

/** Loaded with the first photograph: it takes memory that a site without any does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One photograph at a time is read, and none is read twice.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Reads a file and writes it anew. Throws `NoPhoto` for what is none. */
async function convert(bytes: Buffer): Promise<Photo> {
  const kind = sniffPicture(bytes)
  if (!kind) throw new NoPhoto('unknown')
  if (kind === 'heic') throw new NoPhoto('heic')
  const sharp = await loadSharp()
  const options: SharpOptions = {
    limitInputPixels: mostPixels.jpeg,
    sequentialRead: true,
    failOn: 'error',
    pages: 1,
  }
  const refuse = (error: unknown): never => {
    const isPixels = error instanceof Error && error.message.includes('pixel limit')
    throw new NoPhoto(isPixels ? 'tooManyPixels' : 'broken')
  }
  const metadata = await sharp(bytes, options).metadata().catch(refuse)
  if (metadata.format !== formatOf[kind]) throw new NoPhoto('unknown')
  if (isTooLarge(metadata, kind)) throw new NoPhoto('tooManyPixels')
  const { data: image, info } = await sharp(bytes, options)
    .timeout({ seconds: decodeSeconds })
    .autoOrient()
    .resize({ width: sides.image, height: sides.image, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  const thumbnail = await sharp(image)
    .resize({ width: sides.thumbnail, height: sides.thumbnail, fit: 'inside' })
    .jpeg({ quality: 75 })
    .toBuffer()
  return { image, thumbnail, width: info.width, height: info.height }
}

/** Makes photographs of files, one at a time. */
export type MakePhoto = (bytes: Buffer) => Promise<Photo>

/** Makes a queue of its own. Throws `NoPhoto('busy')` for more than it can take. */
export function createPhotoMaker(mostWaiting = 8): MakePhoto {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (bytes) => {
    if (waiting >= mostWaiting) throw new NoPhoto('busy')
    waiting += 1
    const made = last.then(() => convert(bytes))
    last = made
      .catch(() => {})
      .finally(() => {
        waiting -= 1
      })
    return made
  }
}
