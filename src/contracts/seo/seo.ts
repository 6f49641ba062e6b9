import type { User } from '../accounts/accounts.ts'
import type { Review } from '../referrals/ratings.ts'

/** An alternative text for the images that a CSS selector finds. An empty one marks decoration. */
export type ImageAlt = { selector: string; alt: string }

/**
 * The fields of a page's metadata that an editor may set. An empty one stands for the built-in
 * value. `structuredData` is JSON-LD text, which the server checks; `imageAltTexts` is the JSON text of
 * a list of ImageAlt, of which what cannot be read is ignored.
 */
export type SeoFields = {
  title: string
  description: string
  keywords: string
  ogImage: string
  canonicalUrl: string
  structuredData: string
  /** Whether stored structured data replaces the built-in one or is added to it. */
  structuredDataMode: 'replace' | 'add'
  h1Text: string
  imageAltTexts: string
}

/** The stored metadata of a page. `updatedAt` is ISO 8601 in UTC. */
export type SeoRecord = SeoFields & { pagePath: string; version: number; updatedAt: string }

/** What the editor needs beside the stored record: the built-in values, and who may store others. */
export type SeoFrame = {
  /** The newest version, also after a deletion. The next save sends it back. */
  version: number
  defaults: SeoFields
  /** The signed-in user; the server decides what they may do. */
  user: User | null
}

/** What the editor starts from. */
export type SeoEditorState = SeoFrame & { record: SeoRecord | null }

/** A page in the list of those whose metadata may be edited. */
export type SeoPage = {
  path: string
  /** As it is served. */
  title: string
  /** When its SEO record was saved, ISO 8601 in UTC; null for a page without one. */
  updatedAt: string | null
}

/** One change of a page's metadata, newest first in lists. `fields` is null for a deletion. */
export type SeoRevision = {
  id: number
  version: number
  /** ISO 8601 in UTC. */
  changedAt: string
  /** The user's email address. */
  changedBy: string
  fields: SeoFields | null
}

/** How soon the requests of the last 30 days were answered with a call. */
export type AnswerSpeed = {
  requests: number
  /**
   * Half of them were answered within N minutes by the clock; those still waiting count as slower.
   */
  medianMinutes: number
}

/** The head of a page, and its heading: stored values over built-in ones. */
export type PageMetadata = {
  title: string
  description: string
  keywords: string
  /** Absolute, or absent where the page has no address of its own and is not to be indexed. */
  canonicalUrl?: string | undefined
  /** Absolute. */
  ogImage?: string | undefined
  /** JSON-LD text. */
  structuredData?: string | undefined
  /** Absent where the page has its built-in one. */
  h1Text?: string | undefined
  imageAlts: ImageAlt[]
  /** Reviews of customers; only of the page that shows them, and absent where there are none. */
  reviews?: Review[] | undefined
  /** By when a request that is sent now is answered, in words, of a page as it is served. */
  answerBy?: string | undefined
  /** Of the home page alone, where enough requests came. */
  answerSpeed?: AnswerSpeed | undefined
}

/** An address as a page's head has it: paths of this site become whole addresses. */
export function absoluteAddress(address: string, siteUrl: string): string {
  return address.startsWith('/') ? siteUrl + address : address
}

/** JSON-LD as it was copied, without the script element around it. */
export function withoutScriptTag(text: string): string {
  return /^\s*<script\b[^>]*>([\s\S]*)<\/script\s*>\s*$/i.exec(text)?.[1]?.trim() ?? text
}

const isImageAlt = (value: unknown): value is ImageAlt =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as ImageAlt).selector === 'string' &&
  typeof (value as ImageAlt).alt === 'string'

/** Undefined where the text is not the JSON of a list of image texts. */
export function parseImageAlts(text: string): ImageAlt[] | undefined {
  if (text.trim() === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isImageAlt) ? value : undefined
  } catch {
    return undefined
  }
}
