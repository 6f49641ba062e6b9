import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { registerPressure } from './overload.ts'
import { createRefuse } from './refusals.ts'

const app = Fastify()
afterEach(() => app.close())

const limits = { usual: 100, leads: 600, sample: 600 }

/** Holds the event loop for some time in each of its turns while requests come, until N samples of that were taken. */
async function starve(ms: number, samples = 2.5): Promise<void> {
  const until = performance.now() + samples * limits.sample
  while (performance.now() < until) {
    const end = performance.now() + ms
    while (performance.now() < end);
    await Promise.all([app.inject(healthPaths.alive), new Promise((done) => setTimeout(done))])
  }
}

test('with too little processor pages are refused, then leads', { tags: 'slow' }, async () => {
  registerPressure(app, createRefuse({ phone: '3865550142' }), limits)
  app.get('/', async () => 'home')
  app.get(healthPaths.alive, async () => 'alive')
  app.post(api.contact.path, async () => 'taken')
  await app.ready()
  async function statuses() {
    const answers = [
      await app.inject('/'),
      await app.inject({ method: 'POST', url: api.contact.path }),
      await app.inject(healthPaths.alive),
    ]
    for (const { statusCode, headers } of answers)
      expect(headers['retry-after']).toBe(statusCode === 503 ? '2' : undefined)
    return answers.map(({ statusCode }) => statusCode)
  }
  await starve(150, 1.2)
  expect(await statuses()).toEqual([200, 200, 200])
  await starve(150)
  expect(await statuses()).toEqual([503, 200, 200])
  await starve(800)
  expect(await statuses()).toEqual([503, 503, 200])
  await expect.poll(statuses).toEqual([200, 200, 200])
})
