import type { PhotoProblem } from '#/contracts/referrals/requests.ts'
import { entryBeside, NoResult, runInOwnProcess } from '#/server/runtime/own-process.ts'

/** A photograph as it is stored: JPEG, upright, without anything that the camera wrote into it. */
export type Photo = { image: Buffer; thumbnail: Buffer; width: number; height: number }

/** What reading one file may cost. */
export type PhotoLimits = {
  /**
   * The most pixels. A JPEG and a WebP are made smaller while they are read, and a PNG is read row by
   * row: of these only a part is ever in memory, even of the largest photographs of phones (50
   * megapixels). A JPEG in passes, or a WebP without loss, may be there as a whole: the bound of the
   * memory holds for them. All others are in memory as a whole, in some formats several times.
   */
  pixels: { inPart: number; whole: number }
  /** The memory of the process beside what it needs before it reads anything, in bytes. */
  memory: number
  /** How long the process may take. */
  ms: number
}

/** Eight megapixels of AVIF take 170 MB at most, with transparency 190, and a second or two. */
export const usualPhotoLimits: PhotoLimits = {
  pixels: { inPart: 64_000_000, whole: 8_000_000 },
  memory: 256_000_000,
  ms: 10_000,
}

/** What the process gets, beside the file as its input, and what it sends back. */
export type PhotoOrder = { kind: DecodedKind } & Pick<PhotoLimits, 'pixels' | 'memory'>
export type PhotoAnswer = Photo | { problem: PhotoProblem }

/** Why a file becomes no photograph. */
export class NoPhoto extends Error {
  readonly problem: PhotoProblem

  constructor(problem: PhotoProblem) {
    super(`no photograph: ${problem}`)
    this.problem = problem
  }
}

/** What a file is by its first bytes, whatever its name says. `heic` is what iPhones make. */
type PictureKind = DecodedKind | 'heic'

/** What we decode. */
export type DecodedKind = 'jpeg' | 'png' | 'webp' | 'avif'

const starts = (bytes: Buffer, hex: string) =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** The brands in the first box of a file of the HEIF family; none for any other. */
function heifBrands(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) {
    // Between the first brand and the others is a version.
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  }
  return brands
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Tells by its content what a file is; undefined for what is no photograph. */
function sniffPicture(bytes: Buffer): PictureKind | undefined {
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const brands = heifBrands(bytes)
  if (brands.includes('avif')) return 'avif'
  if (brands.some((brand) => heicBrands.has(brand))) return 'heic'
  return undefined
}

const entry = entryBeside(import.meta.url, 'photo-process')

/**
 * Reads a file and writes it anew. Throws `NoPhoto` for what is none. Each file has a process of its
 * own: a few hundred bytes can take half a gigabyte to decode, which is gone with the process, and
 * what a file may find to break in a decoder is not this server.
 */
export async function makePhoto(bytes: Buffer, limits = usualPhotoLimits): Promise<Photo> {
  const kind = sniffPicture(bytes)
  if (!kind) throw new NoPhoto('unknown')
  if (kind === 'heic') throw new NoPhoto('heic')
  const { pixels, memory, ms } = limits
  const order: PhotoOrder = { kind, pixels, memory }
  const answer = await runInOwnProcess<PhotoAnswer>(entry, order, {
    input: bytes,
    serialization: 'advanced',
    timeout: ms,
    killSignal: 'SIGKILL',
    execArgv: [],
    // No secret of ours is in it.
    env: {},
  }).catch((error) => {
    if (error instanceof NoResult) return undefined
    throw error
  })
  if (!answer) throw new NoPhoto('tooHard')
  if ('problem' in answer) throw new NoPhoto(answer.problem)
  return answer
}
