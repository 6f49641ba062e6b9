/**
 * Makes one photograph: the process that `makePhoto` starts for each file. It takes a `PhotoOrder` as
 * its only message, the file as its input, and sends back a `PhotoAnswer`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp, { type SharpOptions } from 'sharp'
import { answerOrder } from '#/server/runtime/own-process.ts'
import type { Photo, PhotoAnswer, PhotoOrder, PhotoProblem } from './make-photo.ts'

/** The long side, in pixels. */
const sides = { image: 1600, thumbnail: 240 }

/** Bounds what this process takes, where Linux does that: beyond it no memory is given out, and it is ended. */
function boundProcess({ memory, processorSeconds }: PhotoOrder): void {
  if (process.platform !== 'linux') return
  const status = readFileSync('/proc/self/status', 'utf8')
  // Most of what it has now is reserved for code, and never used: so the bound is set from here.
  const now = Number(/^VmData:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024
  const bounds = [`--data=${now + memory}`, `--cpu=${processorSeconds}`, '--core=0']
  execFileSync('prlimit', [`--pid=${process.pid}`, ...bounds])
}

async function convert(bytes: Buffer, options: SharpOptions): Promise<Photo> {
  const { data: image, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: sides.image, height: sides.image, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await sharp(image)
    .resize({ width: sides.thumbnail, height: sides.thumbnail, fit: 'inside' })
    .jpeg({ quality: 75 })
    .toBuffer()
  return { image, thumbnail, width: info.width, height: info.height }
}

/** What the library says where a file has too many pixels, or no memory was left for it. */
function problemOf(error: unknown): PhotoProblem {
  const words = error instanceof Error ? error.message : ''
  if (words.includes('pixel limit')) return 'tooManyPixels'
  return /memory/i.test(words) ? 'tooHard' : 'broken'
}

async function answer(order: PhotoOrder): Promise<PhotoAnswer> {
  const { kind, pixels } = order
  const bytes = await buffer(process.stdin)
  boundProcess(order)
  const options: SharpOptions = {
    limitInputPixels: pixels,
    sequentialRead: true,
    failOn: 'error',
    pages: 1,
  }
  try {
    const { format } = await sharp(bytes, options).metadata()
    if (format !== kind) return { problem: 'unknown' }
    return await convert(bytes, options)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

sharp.cache(false)
sharp.concurrency(1)
answerOrder<PhotoOrder>(async (order, stop) => {
  // A decoder that is at work would hold up an orderly end.
  stop.addEventListener('abort', () => process.kill(process.pid, 'SIGKILL'))
  return answer(order)
})
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
