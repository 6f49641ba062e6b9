import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { photoErrors } from '#/content/request-page.ts'
import { additionTextLimits, photoLimits } from '#/contracts/referrals/requests.ts'
import { AppError } from '#/server/http/errors.ts'
import { NoPhoto } from './make-photo.ts'
import { createPhotoSlots, type Slot } from './photo-slots.ts'

/** A file as it was sent: its bytes and its slot, or why they could not be taken. */
export type ReceivedFile =
  | { name: string; bytes: Buffer; slot: Slot }
  | { name: string; problem: NoPhoto }

/**
 * Hands over the files of a request one after the other; the next one is read when this is done. Returns
 * the fields of the form, of which the last of each name counts.
 */
export type ReceiveFiles = (
  request: FastifyRequest,
  onFile: (file: ReceivedFile) => Promise<void>,
) => Promise<Record<string, string>>

/** More files in one form than there may be. */
export class TooManyFiles extends Error {}

/** What went wrong with the form itself, as the visitor is told. */
function explain(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_FILES_LIMIT') return new TooManyFiles()
  // What the parser cannot read it throws without a status.
  return statusCode === undefined ? new AppError('invalid_request', photoErrors.noForm) : error
}

/** Makes a receiver whose memory is bounded. */
export function createFileReceiver(openSlot = createPhotoSlots()): ReceiveFiles {
  /** Reads one file. What is too much is read on and dropped: the answer comes after the whole form. */
  async function readFile(address: string, part: MultipartFile) {
    const chunks: Buffer[] = []
    let problem: NoPhoto | undefined
    const slot = openSlot(address, () => {
      problem = new NoPhoto('busy')
      chunks.length = 0
    })
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        if (slot.hold(chunk.length)) chunks.push(chunk)
      }
    } catch (error) {
      slot.leave()
      throw error
    }
    if (part.file.truncated) problem = new NoPhoto('tooLarge')
    if (!problem && chunks.length === 0) problem = new NoPhoto('unknown')
    const bytes = Buffer.concat(chunks)
    // The slot knows of them for as long as it lasts.
    chunks.length = 0
    return { problem, bytes, slot }
  }

  async function* filesOf(request: FastifyRequest, typed: Map<string, string>) {
    const { count, bytes: fileSize } = photoLimits
    // More than there may be are read, so that the fields after them are too.
    const files = 2 * count
    // All fields are in memory until the end. What is longer than our longest text may be is cut, and
    // is too long for it still.
    const fields = { fields: 8, fieldSize: 3 * additionTextLimits.word + 100 }
    const parts = request.parts({
      limits: { ...fields, files, fileSize, parts: files + fields.fields },
    })
    try {
      for await (const part of parts) {
        if (part.type !== 'file') {
          if (typeof part.value === 'string') typed.set(part.fieldname, part.value)
          continue
        }
        const { problem, bytes, slot } = await readFile(request.ip, part)
        // A form sends one without a name where no file was chosen.
        const name = part.filename ?? ''
        if (name === '' && bytes.length === 0) slot.leave()
        else yield { file: problem ? { name, problem } : { name, bytes, slot }, slot }
      }
    } catch (error) {
      throw explain(error)
    }
  }

  return async (request, onFile) => {
    const typed = new Map<string, string>()
    for await (const { file, slot } of filesOf(request, typed)) {
      try {
        await onFile(file)
      } finally {
        slot.leave()
      }
    }
    return Object.fromEntries(typed)
  }
}
