import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { additionTextLimits } from '#/contracts/referrals/requests.ts'
import { createPhotoSlots } from './photo-slots.ts'
import { createFileReceiver, type ReceivedFile } from './receive-files.ts'

const boundary = 'b'

/** A form with files of these sizes, named by their place. */
const form = (sizes: readonly number[]) =>
  sizes
    .map(
      (size, place) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="photos"; filename="${place}"\r\n\r\n${'x'.repeat(size)}\r\n`,
    )
    .concat(`--${boundary}--\r\n`)
    .join('')

const inWords = (file: ReceivedFile) =>
  'problem' in file ? file.problem.problem : file.bytes.length

let app: FastifyInstance
/** What is done when it is the turn of a file. */
let decode: () => Promise<void>
beforeEach(async () => {
  decode = async () => {}
  app = fastify()
  await app.register(multipart, { throwFileSizeLimit: false })
  const receiveFiles = createFileReceiver(createPhotoSlots({ process: 3_000, client: 2_000 }))
  app.post('/', async (request) => {
    const files: (string | number)[] = []
    await receiveFiles(request, async (file) => {
      files.push(inWords(file))
      if ('slot' in file) await file.slot.whenTurn(decode)
    })
    return files
  })
})
afterEach(() => app.close())

/** What became of files of these sizes: the bytes of each, or why it was not taken. */
async function send(
  sizes: readonly number[],
  remoteAddress = '203.0.113.1',
  payload: string | Readable = form(sizes),
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    remoteAddress,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  return answer.json()
}

test('a file that is too much for the memory of one client is not taken, and those beside it are', async () => {
  for (let each = 0; each < 3; each += 1) {
    expect(await send([2_000, 2_001, 1_999])).toEqual([2_000, 'busy', 1_999])
  }
})

test('files of one client count together until they are dealt with, and are nothing to others', async () => {
  const isHeld = Promise.withResolvers<void>()
  const mayGo = Promise.withResolvers<void>()
  decode = () => {
    decode = async () => {}
    isHeld.resolve()
    return mayGo.promise
  }
  const first = send([1_500])
  await isHeld.promise
  expect(await send([501])).toEqual(['busy'])
  const others = [send([500]), send([1_000], '203.0.113.2')]
  mayGo.resolve()
  expect(await first).toEqual([1_500])
  expect(await Promise.all(others)).toEqual([[500], [1_000]])
  expect(await send([2_000])).toEqual([2_000])
})

test('of what is no file no more is in memory than our longest field may have', async () => {
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n`
  const long = 'x'.repeat(900_000)
  let inMemory = 0
  app.addHook('preHandler', async (request) => {
    const { parts } = request
    request.parts = async function* (options) {
      for await (const part of parts.call(request, options)) {
        if (part.type === 'field') inMemory += String(part.value).length
        yield part
      }
    }
  })
  const payload = `${field}${long}\r\n${field}${long}\r\n${form([20])}`
  expect(await send([], undefined, payload)).toEqual([20])
  // Cut, but too long for every field of ours.
  expect(inMemory).toBe(2 * (3 * additionTextLimits.word + 100))
})

test('who breaks off takes no memory from themselves or others', async () => {
  async function* begun() {
    yield form([1_500]).split('\r\n--')[0]
    // Until that is in memory.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  }
  for (let each = 0; each < 3; each += 1) {
    const answer = await send([], undefined, Readable.from(begun()))
    expect(answer).toMatchObject({ code: 'invalid_request' })
  }
  expect(await send([2_000])).toEqual([2_000])
  expect(await send([2_000], '203.0.113.2')).toEqual([2_000])
})
