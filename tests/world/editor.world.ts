import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { editorPath, pagePaths } from '#/contracts/routes.ts'
import { engines, usePage } from './engines/engines.ts'
import type { Page } from './engines/page.ts'
import { owner, type Site, startSite } from './site.ts'

const saved = 'SEO data saved successfully! Refresh the page to see changes.'

describe.each(engines)('an editor with $name', (engine) => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterEach(() => site.restore())
  afterAll(() => site?.end())
  const page = usePage(engine)

  async function openEditor(page: Page, path: string) {
    await page.open(site.url + editorPath(path))
    await page.press('link', 'Sign in')
    await page.fill('Email', owner.email)
    await page.fill('Password', owner.password)
    await page.press('button', 'Sign in')
    await page.see('Save Changes')
  }
  const titleServed = async (path: string) =>
    /<title>([^<]*)/.exec(await (await fetch(site.url + path)).text())?.[1]

  test('saves a title, and the page has it', async () => {
    await openEditor(page(), pagePaths.about)
    await page().fill('Title', 'Who we are, in new words')
    await page().press('button', 'Save Changes')
    await page().see(saved)
    expect(await titleServed(pagePaths.about)).toBe('Who we are, in new words')
    await page().open(site.url + pagePaths.about)
    expect(await page().run(() => document.title)).toBe('Who we are, in new words')
  })

  test('whose line is cut before the answer keeps the text, and can save it', async () => {
    await openEditor(page(), pagePaths.services)
    await page().fill('Title', 'A title that takes two tries')
    site.network.breakOffAtAnswerTo('POST')
    await page().press('button', 'Save Changes')
    await page().see(/Error: .+/)
    expect(await page().valueOf('Title')).toBe('A title that takes two tries')
    site.network.mend()
    await page().press('button', 'Save Changes')
    await page().see(saved)
    expect(await titleServed(pagePaths.services)).toBe('A title that takes two tries')
  })

  test('whose server is away keeps the text over a reload, and can save it', async () => {
    await openEditor(page(), pagePaths.contact)
    await page().fill('Title', 'A title from before the storm')
    await site.stop()
    await page().press('button', 'Save Changes')
    await page().see(/Error: .+/)
    await site.restore()
    await page().open(site.url + editorPath(pagePaths.contact))
    await page().see('Save Changes')
    await expect.poll(() => page().valueOf('Title')).toBe('A title from before the storm')
    await page().press('button', 'Save Changes')
    await page().see(saved)
    expect(await titleServed(pagePaths.contact)).toBe('A title from before the storm')
  })
})
