import type { Page } from '@playwright/test'
import { cookies, storedTexts } from '#/content/browser-data.ts'

/** What a browser holds of a site: the names of cookies, and the kinds and keys of stored texts. */
type HeldData = { cookies: string[]; stored: { kind: string; key: string }[] }

/** Reads it where the page is. A page that is closed, or may not use storage, has no stored texts. */
export async function readHeldData(page: Page): Promise<HeldData> {
  const readStored = () =>
    Object.entries({ session: sessionStorage, local: localStorage }).flatMap(([kind, storage]) =>
      Object.keys(storage).map((key) => ({ kind, key })),
    )
  return {
    cookies: (await page.context().cookies()).map(({ name }) => name.replace('__Host-', '')),
    stored: page.isClosed() ? [] : await page.evaluate(readStored).catch(() => []),
  }
}

/** True where a name is the one that is told, or what is told ends in `*` and the name goes on. */
export const isToldAs = (told: string, name: string) =>
  told.endsWith('*') ? name.startsWith(told.slice(0, -1)) : name === told

/** What the browser of a page holds and the privacy policy does not tell. */
export async function findUntoldData(page: Page): Promise<string[]> {
  const held = await readHeldData(page)
  const toldCookies = Object.values(cookies)
  const untoldCookies = held.cookies.filter(
    (name) => !toldCookies.some((told) => isToldAs(told.name, name)),
  )
  const untoldTexts = held.stored.filter(
    ({ kind, key }) => !storedTexts.some((told) => kind === 'session' && isToldAs(told.key, key)),
  )
  return [...untoldCookies, ...untoldTexts.map(({ kind, key }) => `${kind}: ${key}`)]
}
