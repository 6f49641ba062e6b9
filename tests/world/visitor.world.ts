import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { estimateOutcome } from '#/content/estimate-form.ts'
import { type Page, usePage } from './browser.ts'
import { type Site, startSite } from './site.ts'

const details = 'It hums but does not start.'
const success = 'Message Sent Successfully'

/** What is sent sooner after the page was opened looks like spam. */
const plausibleAfterMs = 4_000

async function fillIn(page: Page, name: string) {
  await page.fill('Full Name', name)
  await page.fill('Email Address', 'maria@example.com')
  await page.fill('Phone Number', '386 555 0123')
  await page.choose('Service Needed', 'AC Repair & Installation')
  await page.fill('Project Details', details)
}

async function untilPlausible(page: Page) {
  await expect.poll(() => page.run(() => performance.now())).toBeGreaterThan(plausibleAfterMs)
}

async function expectTyped(page: Page, name: string) {
  await expect.poll(() => page.valueOf('Full Name')).toBe(name)
  expect(await page.valueOf('Service Needed')).toBe('ac-repair')
  expect(await page.valueOf('Project Details')).toBe(details)
}

describe('a visitor with WebKit', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterEach(() => site.network.mend())
  afterAll(() => site?.end())
  const page = usePage()

  test('comes from the home page to a service and to the form, and sends it', async () => {
    await page().open(site.url)
    await page().press('link', 'VIEW ALL SERVICES')
    await page().see('Our Services')
    await page().press('link', 'CONTACT')
    await fillIn(page(), 'Came By Links')
    await untilPlausible(page())
    await page().press('button', 'SEND MESSAGE')
    await page().see(success)
    expect(await site.leadsNamed('Came By Links')).toMatchObject([
      { service: 'ac-repair', message: details, isQuarantined: false },
    ])
  })

  test.each([
    ['the form is sent', 'Sent Too Late', () => site.network.breakOff()],
    ['the answer', 'Lost The Answer', () => site.network.breakOffAtAnswerTo('POST')],
  ])(
    'whose line is cut before %s keeps the text, and one lead is stored',
    async (_when, name, cut) => {
      await page().open(`${site.url}/contact`)
      await fillIn(page(), name)
      await untilPlausible(page())
      cut()
      await page().press('button', 'SEND MESSAGE')
      await expect.poll(() => site.network.isBrokenOff()).toBe(true)
      await page().see(estimateOutcome.unreached.title)
      await expectTyped(page(), name)
      site.network.mend()
      // It is sent again by itself.
      await page().see(success, 60_000)
      expect(await site.leadsNamed(name)).toHaveLength(1)
    },
  )

  test('who reloads, or goes away and back, finds what was typed', async () => {
    await page().open(`${site.url}/contact`)
    await fillIn(page(), 'Comes Back')
    await untilPlausible(page())
    await page().reload()
    await expectTyped(page(), 'Comes Back')
    await page().press('link', 'ABOUT')
    await page().see('COMPANY PROFILE')
    await page().back()
    await expectTyped(page(), 'Comes Back')
  })

  test('opens and uses the menu in a window as small as a phone', async () => {
    await page().resize(390, 844)
    await page().open(site.url)
    expect(await page().has('link', 'SERVICE AREAS')).toBe(false)
    await page().press('button', 'Open menu')
    await page().press('link', 'SERVICE AREAS')
    await page().see('COVERAGE REGIONS')
    expect(await page().has('button', 'Close menu')).toBe(false)
    const overflow = () => document.documentElement.scrollWidth - innerWidth
    expect(await page().run(overflow)).toBeLessThanOrEqual(0)
  })
})
