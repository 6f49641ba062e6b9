import { entryBeside, runInOwnProcess } from '#/server/runtime/own-process.ts'

/** A photograph as it is stored: JPEG, upright, without anything that the camera wrote into it. */
export type Photo = { image: Buffer; thumbnail: Buffer; width: number; height: number }

/** What reading one file may cost. */
export type PhotoLimits = {
  /** The most pixels: the largest photographs of phones have 50 million. */
  pixels: number
  /** The memory of the process beside what it needs before it reads anything, in bytes. */
  memory: number
  /** The time of a processor that it may take, in seconds. */
  processorSeconds: number
  /** How long the process may take: a busy machine gives it little of a processor. */
  ms: number
}

/** What the photographs of phones need. */
export const usualPhotoLimits: PhotoLimits = {
  pixels: 64_000_000,
  memory: 256_000_000,
  processorSeconds: 10,
  ms: 60_000,
}

/** What the process gets, beside the file as its input. */
export type PhotoOrder = { kind: PictureKind } & Omit<PhotoLimits, 'ms'>

/** Why a file becomes no photograph. */
export type PhotoProblem = 'unknown' | 'heic' | 'tooManyPixels' | 'tooHard' | 'broken'

/** What a file became. The process sends this back. */
export type PhotoAnswer = Photo | { problem: PhotoProblem }

/** What we decode. */
type PictureKind = 'jpeg' | 'png' | 'webp'

const starts = (bytes: Buffer, hex: string) =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** Tells by its content what a file is; undefined for what is no photograph. `heic` is what iPhones make. */
function sniffPicture(bytes: Buffer): PictureKind | 'heic' | undefined {
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return /^ftyp(he[iv]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12)) ? 'heic' : undefined
}

const entry = entryBeside(import.meta.url, 'photo-process')

/** The photograph that is made now, after all before it. */
let last: Promise<unknown> = Promise.resolve()

/** Makes a photograph when all those before it are made. */
export function makePhoto(bytes: Buffer, limits = usualPhotoLimits): Promise<PhotoAnswer> {
  const made = last.then(() => decode(bytes, limits))
  last = made.catch(() => {})
  return made
}

/**
 * Reads a file and writes it anew, in a process: a few hundred bytes can take half a gigabyte to
 * decode, which is gone with the process, and what a file may find to break in a decoder is not this
 * server.
 */
async function decode(bytes: Buffer, limits: PhotoLimits): Promise<PhotoAnswer> {
  const kind = sniffPicture(bytes)
  if (!kind || kind === 'heic') return { problem: kind ?? 'unknown' }
  const { ms, ...bounds } = limits
  const order: PhotoOrder = { kind, ...bounds }
  const answer = await runInOwnProcess<PhotoAnswer>(entry, order, {
    input: bytes,
    serialization: 'advanced',
    timeout: ms,
    killSignal: 'SIGKILL',
    execArgv: [],
    // No secret of ours is in it.
    env: {},
  })
  return answer ?? { problem: 'tooHard' }
}
