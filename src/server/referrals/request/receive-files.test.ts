import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { additionTextLimits } from '#/contracts/referrals/requests.ts'
import { createFileReceiver, type ReceivedFile } from './details-form.ts'

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

const inWords = (file: ReceivedFile) => ('problem' in file ? file.problem : file.bytes.length)

let app: FastifyInstance
/** What is done with a file. */
let decode: () => Promise<void>
beforeEach(async () => {
  decode = async () => {}
  app = fastify()
  await app.register(multipart, { throwFileSizeLimit: false })
  const receiveFiles = createFileReceiver({ bytes: 3_000, files: 3, client: 2 })
  app.post('/', async (request) => {
    const files: (string | number)[] = []
    await receiveFiles(request, async (file) => {
      files.push(inWords(file))
      if ('bytes' in file) await decode()
    })
    return files
  })
})
afterEach(() => app.close())

/** What became of files of these sizes: the bytes of each, or why it was not taken. */
async function send(
  sizes: readonly number[],
  payload: string | Readable = form(sizes),
  remoteAddress = '192.0.2.1',
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

/** Has a file of this size dealt with until the test lets it go. */
async function hold(size: number, address?: string) {
  const isHeld = Promise.withResolvers<void>()
  const mayGo = Promise.withResolvers<void>()
  decode = () => {
    decode = async () => {}
    isHeld.resolve()
    return mayGo.promise
  }
  const answer = send([size], undefined, address)
  await isHeld.promise
  return { answer, letGo: mayGo.resolve }
}

test('files of all forms count together until they are dealt with, by bytes and by number', async () => {
  const large = await hold(2_500)
  expect(await send([501, 499])).toEqual(['busy', 499])
  const small = [await hold(1, '192.0.2.2'), await hold(1, '192.0.2.3')]
  expect(await send([1], undefined, '192.0.2.4')).toEqual(['busy'])
  for (const { letGo } of [large, ...small]) letGo()
  expect(await large.answer).toEqual([2_500])
  expect(await Promise.all(small.map(({ answer }) => answer))).toEqual([[1], [1]])
  expect(await send([3_000])).toEqual([3_000])
})

test('a client that sends many at once, however slowly, leaves room for others', async () => {
  const [first, second] = [await hold(1), await hold(1)]
  const end = Promise.withResolvers<void>()
  async function* slow() {
    yield form([1]).slice(0, -4)
    await end.promise
    yield form([1]).slice(-4)
  }
  const more = [1, 2, 3].map(() => send([], Readable.from(slow())))
  expect(await send([1])).toEqual(['busy'])
  expect(await send([2_000], undefined, '192.0.2.2')).toEqual([2_000])
  end.resolve()
  expect(await Promise.all(more)).toEqual([['busy'], ['busy'], ['busy']])
  first.letGo()
  second.letGo()
  expect(await Promise.all([first.answer, second.answer])).toEqual([[1], [1]])
  expect(await send([3_000])).toEqual([3_000])
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
  expect(await send([], payload)).toEqual([20])
  // Cut, but too long for every field of ours.
  expect(inMemory).toBe(2 * (3 * additionTextLimits.word + 100))
})

test('who breaks off takes no memory from others', async () => {
  async function* begun() {
    yield form([1_500]).split('\r\n--')[0]
    // Until that is in memory.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  }
  for (let each = 0; each < 3; each += 1) {
    const answer = await send([], Readable.from(begun()))
    expect(answer).toMatchObject({ code: 'invalid_request' })
  }
  expect(await send([3_000])).toEqual([3_000])
})
