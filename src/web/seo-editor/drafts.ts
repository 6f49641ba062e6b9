import type { SeoFields } from '#/contracts/seo.ts'
import { fieldNames } from './editor-fields.ts'

/** What somebody is writing: the fields, what they started from, and the version that was. */
export type Draft = { fields: SeoFields; base: SeoFields; version: number }

/** In the session's storage: it ends with the tab, and nobody else at this machine finds it later. */
const keyOf = (pagePath: string) => `seo-draft:${pagePath}`

const areFields = (value: unknown): value is SeoFields =>
  typeof value === 'object' &&
  value !== null &&
  fieldNames.every((name) => typeof (value as SeoFields)[name] === 'string')

/** The draft that was kept for a page, if there is one that can be read. */
export function readDraft(pagePath: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(pagePath)) ?? 'null')
    const isDraft = areFields(draft?.fields) && areFields(draft?.base)
    return isDraft && Number.isInteger(draft.version) ? draft : undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft, or forgets it. A full or forbidden storage loses it only where the tab is lost too. */
export function keepDraft(pagePath: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(pagePath), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(pagePath))
  } catch {
    // What is on the screen is still there.
  }
}
