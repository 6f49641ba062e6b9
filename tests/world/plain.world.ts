import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldMarks } from '#/content/estimate-form.ts'
import { apiPaths, publicPaths } from '#/contracts/routes.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Site, startSite } from './site.ts'

let site: Site
const folder = temporaryFolder()
beforeAll(async () => {
  site = await startSite()
})
afterAll(async () => {
  await site?.end()
  folder.remove()
})

/** What w3m shows, with a number before each link. */
async function w3m(path: string, ...options: string[]): Promise<string> {
  const shown = ['-dump', '-cols', '200', '-o', 'display_link_number=1']
  const run = promisify(execFile)
  const env = { ...process.env, HOME: folder.path, LC_ALL: 'C.UTF-8' }
  return (await run('w3m', [...shown, ...options, site.url + path], { env })).stdout
}

/** Names that have a capital letter within a word. */
const namesWithCapitals = /DeLand|DeBary|HVAC/g

/** Places where one word or sentence runs into the next. */
function gluedWords(text: string): string[] {
  const bare = text
    .replaceAll(/\[\d+\]/g, '')
    .replaceAll(namesWithCapitals, ' ')
    .replaceAll(/\S+[@/]\S+/g, ' ')
  const seam = `\\p{Ll}\\p{Lu}|[.!?;:,]\\p{Lu}|\\d{4}\\p{Lu}|\\p{L}\\(|\\p{L}(?:${Object.values(fieldMarks).join('|')})\\b`
  return bare.match(new RegExp(`\\S*(${seam})\\S*`, 'gu')) ?? []
}

test.each(publicPaths)('%s reads well in w3m, and every link has a number', async (path) => {
  const page = load(await (await fetch(site.url + path)).text())
  const shown = await w3m(path)
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  expect.soft(tidy(shown)).toContain(tidy(page('h1').text()))
  expect.soft(gluedWords(shown)).toEqual([])
  const numbers = new Set(shown.match(/\[\d+\]/g))
  expect.soft(numbers.size).toBeGreaterThanOrEqual(page('a[href]').length)
})

describe('the form in w3m', () => {
  /** Sends the form of a page as w3m does, with its hidden fields and what was typed. */
  async function send(path: string, typed: Record<string, string>) {
    const page = load(await (await fetch(site.url + path)).text())
    const fields = page('form').first().serializeArray()
    const body = new URLSearchParams(fields.map(({ name, value }) => [name, value]))
    for (const [name, value] of Object.entries(typed)) body.set(name, value)
    const file = join(folder.path, 'body')
    writeFileSync(file, body.toString())
    return w3m(apiPaths.contact, '-post', file)
  }
  const typed = {
    name: 'Text Visitor',
    email: 'maria@example.com',
    phone: '386 555 0123',
    service: 'ac-repair',
    message: 'It hums.',
  }

  test.each([
    ['/', 'Request Submitted Successfully'],
    ['/contact', 'Message Sent Successfully'],
  ])('of %s is answered with a page that says so', async (path, success) => {
    const name = `Text Visitor of ${path}`
    const shown = await send(path, { ...typed, name })
    expect(shown).toContain(success)
    expect.soft(gluedWords(shown)).toEqual([])
    expect(await site.leadsNamed(name)).toMatchObject([{ isQuarantined: false }])
  })

  test('comes back with what was typed if a field is wrong', async () => {
    const shown = await send('/contact', { ...typed, name: 'Wrong Visitor', phone: 'call me' })
    expect(shown).toContain('This does not look like a phone number.')
    expect(shown).toContain('Wrong Visitor')
    expect.soft(gluedWords(shown)).toEqual([])
    expect(await site.leadsNamed('Wrong Visitor')).toEqual([])
  })
})
