import { crc32, deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { additionErrors, photoErrors, tokenProblems } from '#/content/request-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { additionLimits, photoLimits } from '#/contracts/referrals/requests.ts'
import { requestPath } from '#/contracts/token-routes.ts'
import { leadPhotos } from '#/server/db/tables/schema.ts'
import { makeLinkToken } from '#/server/http/link-tokens.ts'
import { type FormFile, photoForm } from '#tests/support/api/photo-form.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { additionSite } from '#tests/support/suite-site.ts'
import { addPhoto, removePhoto } from './add-details.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8844aa' } })

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** A few kilobytes that become a white square of N pixels a side. */
function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(500),
])

describeOnDatabase('photographs of a request', (database) => {
  const { app, cookie, db, send, additionsOf, historyOf } = additionSite(database)

  let sentForms = 0

  const upload = (
    path: string,
    files: readonly FormFile[],
    // Each from another network.
    remoteAddress = `10.7.${++sentForms}.1`,
  ) => app().inject({ ...photoForm(`${path}/photos`, files), remoteAddress })

  const asAdmin = (url: string) => app().inject({ url, headers: { cookie: cookie() } })
  const photoPath = (leadId: number, photoId = 0) => pathTo(api.leadPhoto, { leadId, photoId })
  const photosOf = async (id: number) => (await additionsOf(id)).photos

  test('are written anew: smaller, upright, without what the camera knew, and shown to both', async () => {
    const { path, id } = await send()
    const bytes = await picture(2400, 1200)
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const answer = await upload(path, [{ name: 'IMG_1.jpg', bytes }])
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?added=photo`])
    const [photo] = await photosOf(id)
    expect(photo).toMatchObject({ width: 800, height: 1600 })
    const { body } = await app().inject(path)
    const shown = /src="(\/request\/[^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(shown).toBe(`${path}/photos/${photo?.id}?size=small`)
    for (const [url, headers] of [
      [`${path}/photos/${photo?.id}`, {}],
      [photoPath(id, photo?.id), { cookie: cookie() }],
    ] as const) {
      const large = await app().inject({ url, headers })
      expect(large.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      const metadata = await sharp(large.rawPayload).metadata()
      expect(metadata).toMatchObject({ format: 'jpeg', width: 800, height: 1600 })
      expect(metadata).not.toHaveProperty('exif')
      expect(large.rawPayload.toString('latin1')).not.toMatch(/SecretCamera|Exif|GPS/)
      const small = await app().inject({ url: `${url}?size=small`, headers })
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 120, height: 240 })
    }
    expect(await historyOf(id)).toEqual(['received', 'photo-added'])

    // Taken away again, by the visitor alone.
    const removal = await app().inject({
      method: 'POST',
      url: `${path}/photos/${photo?.id}/removal`,
    })
    expect(removal.headers.location).toBe(`${path}?added=photo-removed`)
    expect(await photosOf(id)).toEqual([])
    expect((await app().inject(`${path}/photos/${photo?.id}`)).statusCode).toBe(404)
  })

  async function expectTaken(photo: Sharp) {
    const { path, id } = await send()
    const bytes = await photo.toBuffer()
    expect((await upload(path, [{ name: 'x.txt', bytes }])).statusCode).toBe(303)
    expect(await photosOf(id)).toMatchObject([{ width: 1600, height: 1205 }])
  }

  test.each<[string, () => Sharp]>([
    ['a JPEG in passes', () => picture(4080, 3072).jpeg({ progressive: true })],
    ['a WebP', () => picture(4080, 3072).webp({ effort: 0 })],
    ['a PNG', () => picture(1700, 1280).png()],
  ])('may be %s, whatever their name says', { tags: 'slow' }, (_what, write) =>
    expectTaken(write()),
  )

  test('of a phone with 50 megapixels are taken', { tags: 'slow' }, () =>
    expectTaken(picture(8160, 6144).greyscale().jpeg({ quality: 50 })),
  )

  describe('that are none are refused in words', () => {
    type Case = [string, () => Promise<Buffer> | Buffer, string]
    const cases: Case[] = [
      ['an SVG', () => svg, photoErrors.unknown],
      [
        'an SVG behind the bytes of a JPEG',
        () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg]),
        photoErrors.broken,
      ],
      ['a text named .jpg', () => Buffer.from('Hello'), photoErrors.unknown],
      ['a PNG of 100 megapixels', () => pngBomb(10_000), photoErrors.tooManyPixels],
      [
        'half a JPEG',
        async () => (await picture(3000, 2000).jpeg().toBuffer()).subarray(0, 3000),
        photoErrors.broken,
      ],
      ['an AVIF', () => picture(9, 9).avif().toBuffer(), photoErrors.unknown],
      ['a GIF', () => picture(9, 9).gif().toBuffer(), photoErrors.unknown],
      ['a TIFF', () => picture(9, 9).tiff().toBuffer(), photoErrors.unknown],
      ['a HEIC', () => heic, 'On a computer, export it as JPEG.'],
      [
        'more than 12 MB',
        () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(photoLimits.bytes)]),
        photoErrors.tooLarge,
      ],
      ['an empty file', () => Buffer.alloc(0), photoErrors.unknown],
    ]
    test.each(cases)('%s', async (_what, make, words) => {
      const { path, id } = await send()
      const bytes = await make()
      const before = process.memoryUsage().rss
      const { statusCode, body } = await upload(path, [{ name: 'photo.jpg', bytes }])
      // A hundred megapixels would take three hundred megabytes.
      expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
      expect(statusCode).toBe(400)
      expect(body).toContain(words)
      expect(body).toContain('photo.jpg')
      expect(await photosOf(id)).toEqual([])
    })
  })

  const [image, thumbnail] = [Buffer.from('x'), Buffer.from('x')]
  const readAlready = { image, thumbnail, width: 1, height: 1 }

  test('are six at most, also at once, and the good ones are kept', { tags: 'slow' }, async () => {
    const { path, id } = await send()
    const bytes = await picture(20, 20).jpeg().toBuffer()
    const good = { name: 'good.jpg', bytes }
    const bad = { name: 'bad.jpg', bytes: svg }
    const mixed = await upload(path, [good, bad, good])
    expect(mixed.statusCode).toBe(400)
    expect(mixed.body).toContain('bad.jpg')
    expect(await photosOf(id)).toHaveLength(2)
    // Each has a process of its own to read it: the next two come without.
    for (let more = 0; more < 2; more += 1) await addPhoto(db(), id, readAlready)
    const answers = await Promise.all([upload(path, [good, good]), upload(path, [good, good])])
    expect(answers.some(({ body }) => body.includes(photoErrors.full))).toBe(true)
    expect(await photosOf(id)).toHaveLength(photoLimits.count)
    expect((await upload(path, [good])).body).toContain(photoErrors.full)
    const many = await upload((await send()).path, Array(7).fill(bad))
    expect([many.statusCode, many.body]).toEqual([400, expect.stringContaining(photoErrors.full)])
  })

  test('may be added and removed forty times in all', { tags: 'slow' }, async () => {
    const { id } = await send()
    for (let added = 0; added < additionLimits.photos; added += 1) {
      expect(await addPhoto(db(), id, readAlready)).toBeUndefined()
      const [row] = await db().select().from(leadPhotos).where(eq(leadPhotos.leadId, id))
      await removePhoto(db(), id, row?.id ?? 0)
    }
    expect(await addPhoto(db(), id, readAlready)).toBe(additionErrors.full)
    expect(await photosOf(id)).toEqual([])
  })

  test('are taken forty times an hour from one client', { tags: 'slow' }, async () => {
    const { path } = await send()
    const sendEmpty = (from: string) => upload(path, [], from)
    for (let each = 0; each < 40; each += 1) {
      expect((await sendEmpty('203.0.113.9')).statusCode).toBe(400)
    }
    const { statusCode, body } = await sendEmpty('203.0.113.9')
    expect([statusCode, body.includes(tokenProblems.tooMany.heading)]).toEqual([429, true])
    expect((await sendEmpty('203.0.113.10')).statusCode).toBe(400)
  })

  test('are seen by nobody else', async () => {
    const [mine, other] = [await send(), await send()]
    const bytes = await picture(20, 20).jpeg().toBuffer()
    await upload(mine.path, [{ name: 'a.jpg', bytes }])
    const [photo] = await photosOf(mine.id)
    const nobody = requestPath(makeLinkToken())
    for (const url of [
      `${other.path}/photos/${photo?.id}`,
      `${nobody}/photos/${photo?.id}`,
      `${mine.path}/photos/${(photo?.id ?? 0) + 1}`,
      `${mine.path}/photos/x`,
    ]) {
      const { statusCode, headers } = await app().inject(url)
      expect([statusCode, headers['referrer-policy']]).toEqual([404, 'no-referrer'])
    }
    await app().inject({ method: 'POST', url: `${other.path}/photos/${photo?.id}/removal` })
    expect(await photosOf(mine.id)).toHaveLength(1)
    expect((await upload(nobody, [{ name: 'a.jpg', bytes }])).statusCode).toBe(404)
    expect((await app().inject(photoPath(mine.id, photo?.id))).statusCode).toBe(401)
    expect((await asAdmin(photoPath(other.id, photo?.id))).statusCode).toBe(404)
  })
})
