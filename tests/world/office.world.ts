import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { writeContractors } from '#/server/referrals/contractors/contractor-csv.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { engines, usePage } from './engines/engines.ts'
import { owner, type Site, startSite } from './site.ts'

const company = 'Engine Air'

describe.each(engines)('the office with $name', (engine) => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
    const fields = contractorFields({ companyName: company })
    await site.ask(apiPaths.contractors, 'POST', fields)
  })
  afterAll(() => site?.end())
  const page = usePage(engine)

  /** Signs in from an address, and waits until its page shows a text. */
  async function enter(path: string, sign: string) {
    await page().open(site.url + path)
    await page().fill('Email', owner.email)
    await page().fill('Password', owner.password)
    await page().press('button', 'Sign in')
    await page().see(sign)
  }
  const openPanel = () =>
    page().run(() => document.querySelector('.lead-panel[open] h2')?.textContent ?? null)
  const expectPanelOf = (name: string | null) => expect.poll(openPanel).toBe(name)
  async function go(kind: 'link' | 'button', name: string, sign: string) {
    await page().press(kind, name)
    await page().see(sign)
    const overflow = () => document.documentElement.scrollWidth - innerWidth
    expect(await page().run(overflow)).toBeLessThanOrEqual(0)
  }

  test('works a request in its panel, opened from the list and by its link', async () => {
    await site.send('Panel Second')
    await site.send('Panel First')
    await enter(`${adminPaths.leads}?q=Panel`, 'Panel Second')
    await page().press('button', 'Panel First')
    await expectPanelOf('Panel First')
    // The list beside it stays in use.
    expect(await page().has('button', 'Mark Contacted: Panel Second')).toBe(true)
    await page().press('button', 'Next lead')
    await expectPanelOf('Panel Second')
    await page().press('button', 'Previous lead')
    await expectPanelOf('Panel First')

    await page().fill('Add a note', 'Left a voicemail')
    await page().press('button', 'Add note')
    const notes = () => page().run(() => document.querySelector('.notes')?.textContent)
    await expect.poll(notes).toContain('Left a voicemail')
    await page().press('opener', 'Show me this again later')
    await page().fill('What for?', 'Ask for the model')
    await page().press('button', 'Tomorrow')
    await page().see('Reminder set for')

    await page().press('button', 'Close lead')
    await expectPanelOf(null)
    const focused = () => page().run(() => document.activeElement?.closest('tr')?.textContent)
    expect(await focused()).toContain('Panel First')
    const [lead] = await site.leadsNamed('Panel First')
    await page().open(`${site.url}${adminPaths.leads}?lead=${lead?.id}`)
    await expectPanelOf('Panel First')
    await expect.poll(notes).toContain('Left a voicemail')
  })

  test('has its bar at the foot of a phone, and a request on the whole screen', async () => {
    await site.send('Thumb Second')
    await site.send('Thumb First')
    await page().resize(390, 844)
    await enter(`${adminPaths.leads}?q=Thumb`, 'Thumb First')
    const bar = () =>
      page().run(() => {
        const places = document.querySelector('nav.places')
        const foot = document.elementFromPoint(innerWidth / 2, innerHeight - 20)
        const words = [...(places?.children ?? [])].map((place) => place.textContent?.trim())
        return { words, isAtFoot: places?.contains(foot) }
      })
    const words = ['Requests', 'Contractors', 'Results', 'More']
    expect(await bar()).toEqual({ words, isAtFoot: true })
    await go('link', 'Contractors', company)
    await go('link', 'Results', 'How many came?')
    await page().press('button', 'More')
    await go('link', 'Settings', 'Opening hours')
    expect(await page().has('link', 'Audit Log'), 'the menu is closed').toBe(false)
    await page().press('link', 'Requests')
    await go('button', 'Thumb First', 'Who fits')
    expect(await page().has('link', 'Results'), 'what is behind it is not in use').toBe(false)
    await page().press('button', 'Close lead')
    await expectPanelOf(null)
    expect(await page().has('link', 'Results')).toBe(true)
  })

  test('marks several at once by keyboard and back, and keeps what it shows as a view', async () => {
    for (const name of ['Many Third', 'Many Second', 'Many First']) await site.send(name)
    await enter(`${adminPaths.leads}?q=Many`, 'Many Third')
    // Down, and down with Shift, as WebDriver writes them.
    await page().type('\uE015')
    await page().type('x')
    await page().type('\uE008\uE015')
    await page().press('field', 'Select Many Third')
    await page().see('3 selected')
    await page().press('button', 'Mark contacted')
    await page().see('3 marked contacted.')
    await page().press('button', 'Undo')
    await page().see('3 put back as before.')
    expect(await site.leadsNamed('Many Second')).toMatchObject([{ isContacted: false }])

    await page().choose('Service', 'AC Repair & Installation')
    await page().press('button', 'Views')
    await page().fill('Name of the view', 'Repairs')
    await page().press('button', 'Save view')
    await page().see('The view was saved')
    await page().press('button', 'Clear Filters')
    await expect.poll(page().url).not.toContain('service=')
    await page().press('button', 'Repairs')
    await expect.poll(page().url).toContain('service=ac-repair')
  })

  test('imports a sheet after its preview', async () => {
    const folder = temporaryFolder()
    const sheet = join(folder.path, 'contractors.csv')
    const paused = { licenseNumber: 'CAC1000009', pausedUntil: '2099-01-01' }
    const fields = contractorFields({ companyName: 'Ida Air', ...paused })
    writeFileSync(sheet, writeContractors([fields]))
    await enter(`${adminPaths.contractors}?import`, 'Import contractors')
    await page().attach('CSV file', sheet)
    await page().see('1 contractor would be added')
    folder.remove()
    await page().press('button', 'Import 1 contractor')
    await page().press('button', 'All contractors')
    await page().see('Ida Air')
  })

  test('leads from the results to a contractor, whose own page takes the answer', async () => {
    await site.send('Asked Visitor')
    await enter(`${adminPaths.leads}?q=Asked`, 'Asked Visitor')
    await page().press('button', 'Asked Visitor')
    await page().press('button', `Offer this request to ${company}`)
    await page().see(`Offered to ${company}`)
    await page().press('link', 'Results')
    await page().see('What did it earn?')
    await page().press('link', 'Contractors')
    await page().see('Open offers')
    await page().press('link', company)
    await page().see('Their figures')
    await page().press('button', 'Send them their page')
    await expect.poll(() => page().valueOf('Their link')).toContain(site.url)

    await page().open(await page().valueOf('Their link'))
    await page().see(/You have \d offers? to answer/)
    const about = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent?.startsWith('Open the offer'),
      )?.textContent
    await page().press('button', (await page().run(about)) ?? '')
    await page().see(offerPage.open.heading)
    await page().press('button', offerPage.open.accept.button)
    await page().see(offerPage.accepted.heading)
  })
})
