import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { apiPaths } from '#/contracts/routes.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { additions, ratingTexts } from './messages.ts'
import type { PlannedRequest } from './requests.ts'
import { minutesAfter, type World } from './world.ts'

const pictures = new URL('../../src/web/pictures/', import.meta.url)

/** One of the site's own pictures, as a phone would send it. */
async function takePhotograph(service: string): Promise<Buffer> {
  const file = new URL(`${service}-800.avif`, pictures)
  return sharp(await readFile(file))
    .flatten({ background: '#dfe7ea' })
    .jpeg()
    .toBuffer()
}

const starWeights = { '5': 60, '4': 25, '3': 8, '2': 4, '1': 3 }

/** A request that was sent: its page, and who sent it from where. */
type SentRequest = PlannedRequest & { from: string; path: string }

/** What visitors do. */
export function createVisitors(world: World, onMayPublish: (leadId: number, now: Date) => void) {
  const { site, random, plan, workSoon } = world
  const sent = new Map<number, SentRequest>()
  let certain = 4
  const unusedTexts = Object.fromEntries(
    Object.entries(ratingTexts).map(([stars, texts]) => [stars, random.shuffle(texts)]),
  )

  /** Sends a form of the page of a request. It may be closed meanwhile (400). */
  async function add(
    { from, path }: SentRequest,
    more: { form?: Record<string, string>; picture?: Buffer },
    page = '',
  ): Promise<boolean> {
    const { status } = await site.send('POST', path + page, { from, ...more })
    if (status !== 303 && status !== 400) throw new Error(`${page}: answered ${status}`)
    return status === 303
  }

  return {
    /** Sends the form. Returns the number of the lead, and whether it is set aside as spam. */
    async send(request: PlannedRequest) {
      const from = `198.51.${sent.size % 250}.${1 + Math.floor(sent.size / 250)}`
      const { submission } = request
      const answer = await site.send<{ requestPath: string }>('POST', apiPaths.contact, {
        ...{ from, json: submission },
      })
      if (answer.status !== 201) throw new Error(`a request was answered ${answer.status}`)
      const [lead] = await site.db
        .select({ id: leads.id, isQuarantined: leads.isQuarantined })
        .from(leads)
        .where(eq(leads.submissionId, submission.submissionId ?? ''))
      if (!lead) throw new Error('a request was not stored')
      sent.set(lead.id, { ...request, from, path: answer.data.requestPath })
      return lead
    },
    /** Some add to their request, and a few find that they need no contractor. */
    followUp(leadId: number, now: Date) {
      const request = sent.get(leadId)
      if (!request) return
      const { town, submission } = request
      const within = (minutes: number) => minutesAfter(now, random.between(2, minutes))
      const addForm = (form: Record<string, string>) => () => add(request, { form })
      if (submission.service !== 'not-sure' && random.chance(0.08)) {
        plan(within(40), async () =>
          add(request, { picture: await takePhotograph(submission.service) }, '/photos'),
        )
      }
      if (random.chance(0.12)) {
        const callTime = random.pick(additions.callTimes)
        plan(within(60), addForm({ add: 'call-time', callTime }))
      }
      if (random.chance(0.07)) {
        plan(within(900), addForm({ add: 'word', word: random.pick(additions.words) }))
      }
      if (town && random.chance(0.05)) plan(within(30), addForm({ add: 'place', town }))
      if (random.chance(0.03)) {
        plan(within(2_500), async (later) => {
          await add(request, { form: { add: 'withdrawn' } })
          workSoon(later)
        })
      }
    },
    /** A visitor who was asked how it went may say so. */
    planRating(leadId: number, now: Date) {
      const request = sent.get(leadId)
      if (!request) return
      const { town, submission } = request
      // Every demo has some on its home page, whatever chance brings.
      const isCertain = town !== null && certain > 0
      if (isCertain) certain -= 1
      else if (!random.chance(0.26)) return
      plan(minutesAfter(now, random.between(40, 3_000)), async (later) => {
        const stars = isCertain ? '5' : random.weighted(starWeights)
        const hasText = isCertain || random.chance(0.65)
        const ratingText = hasText ? (unusedTexts[stars]?.pop() ?? '') : ''
        const [first = '', last = ''] = submission.name.split(' ')
        const mayPublish = ratingText !== '' && town !== null && (isCertain || random.chance(0.85))
        const form = {
          ...{ came: stars === '1' ? 'no' : 'yes', stars, ratingText },
          ...(mayPublish && {
            ...{ mayPublish: 'yes', shownName: `${first} ${last[0]}.`, shownTown: town },
          }),
        }
        const isRated = await add(request, { form }, '/rating')
        if (!isRated || !mayPublish || Number(stars) < 4) return
        if (isCertain || random.chance(0.8)) onMayPublish(leadId, later)
      })
    },
  }
}
