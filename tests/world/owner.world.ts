import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adminPaths } from '#/contracts/routes.ts'
import { engines, usePage } from './engines/engines.ts'
import type { Page } from './engines/page.ts'
import { owner, type Site, startSite } from './site.ts'

async function signIn(page: Page, button = 'Sign in') {
  await page.fill('Email', owner.email)
  await page.fill('Password', owner.password)
  await page.press('button', button)
  await page.see('Form Fills Management')
}

describe.each(engines)('an owner with $name', (engine) => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({})
  })
  afterEach(() => site.restore())
  afterAll(() => site?.end())
  const page = usePage(engine)

  /** The setup link with the address of the network. */
  function setupLink(): string {
    const { pathname, hash } = new URL(/http:\S+\/setup#\S+/.exec(site.stdout())?.[0] ?? '')
    return site.url + pathname + hash
  }

  test('makes the first account, begins the first steps and works the first leads', async () => {
    await expect.poll(setupLink).toContain('#')
    await page().open(setupLink())
    await signIn(page(), 'Create account')
    await page().see('First steps: 0 of 8 done')
    await page().fill('Phone number', '407 555 0188')
    await page().press('button', 'Save')
    await page().see('First steps: 1 of 8 done')
    await page().press('opener', 'Decide who asks the contractors: not done yet')
    await page().press('button', 'By hand')
    await page().see('First steps: 2 of 8 done')
    await site.send('Hot Visitor')
    await site.send('Cold Visitor')
    // They appear without a reload.
    await page().see('Cold Visitor')
    await page().press('button', 'Hot Visitor')
    await page().see('Erase this person’s data')
    await page().press('button', 'Mark Contacted: Hot Visitor')
    await page().see('Lead status updated successfully')
    await page().press('button', 'Close lead')
    await page().fill('Search', 'Hot')
    await page().see('Showing 1 of 2 total leads')
    await page().press('tab', 'Email Notifications')
    await page().fill('Email address', 'office@example.com')
    await page().press('button', 'Add')
    await page().see('1 of 1 active')
    await page().press('button', 'More')
    await page().press('button', 'Sign out')
    await expect.poll(page().url).toContain(adminPaths.signIn)
    expect(await site.leadsNamed('Hot Visitor')).toMatchObject([{ isContacted: true }])
  })

  test('whose line is cut while a lead is marked sees what became of it', async () => {
    await site.send('Marked Visitor')
    await page().open(site.url + adminPaths.leads)
    await signIn(page())
    site.network.breakOffAtAnswerTo('PATCH')
    await page().press('button', 'Mark Contacted: Marked Visitor')
    await page().see('Failed to update lead status')
    await page().see('Form Fills Management')
    site.network.mend()
    // The server had marked it before the line was cut.
    const isShown = () => page().has('button', 'Mark New: Marked Visitor')
    await expect.poll(isShown).toBe(true)
  })

  test('works on when the server was stopped and started', async () => {
    await site.send('Patient Visitor')
    await page().open(site.url + adminPaths.leads)
    await signIn(page())
    await page().see('Patient Visitor')
    await site.stop()
    await page().press('button', 'Mark Contacted: Patient Visitor')
    await page().see('Failed to update lead status')
    const isAsBefore = () => page().has('button', 'Mark Contacted: Patient Visitor')
    await expect.poll(isAsBefore).toBe(true)
    await site.restore()
    await page().press('button', 'Mark Contacted: Patient Visitor')
    await page().see('Lead status updated successfully', 60_000)
    expect(await site.leadsNamed('Patient Visitor')).toMatchObject([{ isContacted: true }])
  })
})
