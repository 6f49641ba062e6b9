import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { newRatingSchema } from '#/contracts/referrals/ratings.ts'
import { additionSchema } from '#/contracts/referrals/requests.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { rateRequest } from '#/server/referrals/ratings/rate-request.ts'
import { addToRequest } from '#/server/referrals/requests/additions.ts'
import { makePhoto } from '#/server/referrals/requests/photos/make-photo.ts'
import { addPhoto } from '#/server/referrals/requests/photos/photo-store.ts'
import { additions, ratingTexts } from './messages.ts'
import { minutesAfter } from './minutes.ts'
import type { Random } from './random.ts'
import { byVisitor, type World } from './world.ts'

const pictures = new URL('../../src/web/pictures/', import.meta.url)

/** The scenes of the site in which something can be seen that somebody would photograph. */
const scenes: Record<string, string[]> = {
  'ac-repair': ['ac-repair', 'hvac-inspections'],
  'emergency-hvac': ['emergency-hvac', 'ac-repair'],
  'heating-systems': ['heating-systems'],
  'commercial-hvac': ['commercial-hvac'],
  'duct-cleaning': ['duct-cleaning'],
}

/** A part of one of the site's own pictures, as a phone would send it. */
async function takePhotograph(service: string, random: Random): Promise<Buffer> {
  const scene = random.pick(scenes[service] ?? ['residential-hvac', 'hvac-inspections'])
  const file = await readFile(new URL(`${scene}-800.avif`, pictures))
  const { width = 0, height = 0 } = await sharp(file).metadata()
  const part = { width: Math.floor(width * 0.7), height: Math.floor(height * 0.7) }
  const left = random.between(0, width - part.width)
  const top = random.between(0, height - part.height)
  return sharp(file)
    .extract({ ...part, left, top })
    .flatten({ background: '#dfe7ea' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const starWeights = { '5': 60, '4': 25, '3': 8, '2': 4, '1': 3 }

/** What visitors do after they have sent the form. */
export function createVisitors(world: World, onMayPublish: (leadId: number, now: Date) => void) {
  const { db, random, plan, sendSoon } = world
  let certain = 4
  const unusedTexts = Object.fromEntries(
    Object.entries(ratingTexts).map(([stars, texts]) => [stars, random.shuffle(texts)]),
  )

  const add = (leadId: number, addition: Record<string, string>) =>
    addToRequest(db, leadId, additionSchema.parse(addition), byVisitor)

  async function photograph(leadId: number, service: string) {
    const photo = await makePhoto(await takePhotograph(service, random))
    await addPhoto(db, leadId, photo, byVisitor)
  }

  return {
    /** Some add to their request, and a few find that they need nobody. */
    followUp(
      { id, service, town }: { id: number; service: string; town: TownName | null },
      now: Date,
    ) {
      const within = (minutes: number) => minutesAfter(now, random.between(2, minutes))
      if (random.chance(0.08)) plan(within(40), () => photograph(id, service))
      if (random.chance(0.12)) {
        plan(within(60), () =>
          add(id, { add: 'call-time', callTime: random.pick(additions.callTimes) }),
        )
      }
      if (random.chance(0.07)) {
        plan(within(900), () => add(id, { add: 'word', word: random.pick(additions.words) }))
      }
      if (town && random.chance(0.05)) plan(within(30), () => add(id, { add: 'place', town }))
      if (random.chance(0.03)) {
        plan(within(2_500), async (later) => {
          await add(id, { add: 'withdrawn' })
          sendSoon(later)
        })
      }
    },
    /** Somebody who was asked how it went may say so. */
    planRating(leadId: number, town: TownName | null, now: Date) {
      // Every demo has some on its home page, whatever chance brings.
      const isCertain = town !== null && certain > 0
      if (isCertain) certain -= 1
      else if (!random.chance(0.26)) return
      plan(minutesAfter(now, random.between(40, 3_000)), async (later) => {
        const stars = isCertain ? '5' : random.weighted(starWeights)
        const hasText = isCertain || random.chance(0.65)
        const text = hasText ? (unusedTexts[stars]?.pop() ?? '') : ''
        const [lead] = await db.select({ name: leads.name }).from(leads).where(eq(leads.id, leadId))
        const [first = '', last = ''] = lead?.name.split(' ') ?? []
        const mayPublish = text !== '' && town !== null && (isCertain || random.chance(0.85))
        const rating = newRatingSchema.parse({
          ...{ came: stars === '1' ? 'no' : 'yes', stars, ratingText: text },
          ...(mayPublish && {
            mayPublish: 'yes',
            shownName: `${first} ${last[0]}.`,
            shownTown: town,
          }),
        })
        const rated = await rateRequest(db, leadId, rating, byVisitor, later.getTime())
        if (rated !== 'rated' || !mayPublish || Number(stars) < 4) return
        if (isCertain || random.chance(0.8)) onMayPublish(leadId, later)
      })
    },
  }
}
