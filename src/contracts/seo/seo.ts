import { z } from 'zod'
import { userSchema } from '../accounts/accounts.ts'
import { reviewSchema } from '../referrals/ratings.ts'
import { publicPaths } from '../site-routes.ts'
import { sentText, storedText } from '../text.ts'
import { withoutScriptTag } from './json-ld.ts'

/** In characters: limits for the size of a page, far above any sensible length. */
export const seoLimits = {
  title: 10_000,
  description: 10_000,
  keywords: 10_000,
  ogImage: 2_000,
  canonicalUrl: 2_000,
  structuredData: 100_000,
  h1Text: 10_000,
  imageAltTexts: 100_000,
} as const

/** Whether stored structured data replaces the built-in one or is added to it. */
const structuredDataModes = ['replace', 'add'] as const

/** An alternative text for the images that a CSS selector finds. An empty one marks decoration. */
const imageAltSchema = z.object({ selector: z.string().min(1), alt: z.string() })

export type ImageAlt = z.infer<typeof imageAltSchema>

const pagePathSchema = sentText('Say which page this is about: its path, such as /about.').refine(
  (path) => publicPaths.includes(path),
  'There is no public page with this path.',
)

const text = (name: string, limit: number) =>
  storedText(limit, {
    notText: `${name} must be a text.`,
    tooLong: `${name} may have ${limit.toLocaleString('en-US')} characters at most.`,
    badCharacters: `${name} holds characters that cannot be shown. Please remove them.`,
  })

const withoutLineBreaks = (value: string) => value.replace(/[\t\n]+/g, ' ')

const optionalText = (name: string, limit: number) =>
  text(name, limit)
    .nullish()
    .transform((value) => value ?? '')

function isSiteOrWebAddress(value: string): boolean {
  // Two slashes, or a backslash that browsers read as one, would leave the site.
  if (/^\/(?![/\\])/.test(value)) return URL.canParse(value, 'http://site.example')
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

const address = (name: string, limit: number) =>
  optionalText(name, limit).refine(
    (value) => value === '' || (!/[\s<>"]/.test(value) && isSiteOrWebAddress(value)),
    `${name} must be a web address such as https://example.com/page, or a path on this site such as /about.`,
  )

/**
 * The fields of a page's metadata that an editor may set. An empty one stands for the built-in
 * value. `structuredData` is JSON-LD text, which the server checks; `imageAltTexts` is the JSON text of
 * a list of ImageAlt, of which what cannot be read is ignored.
 */
export const seoFieldsSchema = z.object({
  title: text('The title', seoLimits.title)
    .min(1, 'Please enter a title.')
    .overwrite(withoutLineBreaks),
  description: text('The description', seoLimits.description)
    .min(1, 'Please enter a description.')
    .overwrite(withoutLineBreaks),
  keywords: optionalText('The keywords', seoLimits.keywords).overwrite(withoutLineBreaks),
  ogImage: address('The Open Graph image', seoLimits.ogImage),
  canonicalUrl: address('The canonical URL', seoLimits.canonicalUrl),
  structuredData: optionalText('The structured data', seoLimits.structuredData).overwrite(
    withoutScriptTag,
  ),
  structuredDataMode: z.enum(structuredDataModes).default('replace'),
  h1Text: optionalText('The H1', seoLimits.h1Text).overwrite(withoutLineBreaks),
  imageAltTexts: optionalText('The image texts', seoLimits.imageAltTexts),
})

export type SeoFields = z.output<typeof seoFieldsSchema>

/** A count of the changes of one page's metadata; 0 before the first. */
export const seoVersionSchema = z.coerce.number().int().min(0)

/**
 * A save. `version` is that of the record on which the change was made (0 where there was none): a
 * save on an older one than the newest is refused with 409. Without it the save wins.
 */
export const seoSaveSchema = seoFieldsSchema.extend({
  pagePath: pagePathSchema,
  version: seoVersionSchema.optional(),
})

export type SeoSave = z.input<typeof seoSaveSchema>

/** The stored metadata of a page. `updatedAt` is ISO 8601 in UTC. */
export const seoRecordSchema = z.object({
  pagePath: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
  ogImage: z.string(),
  canonicalUrl: z.string(),
  structuredData: z.string(),
  structuredDataMode: z.enum(structuredDataModes),
  h1Text: z.string(),
  imageAltTexts: z.string(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
})

export type SeoRecord = z.infer<typeof seoRecordSchema>

const storedFieldsSchema = seoRecordSchema.omit({ pagePath: true, version: true, updatedAt: true })

/** The page to read or delete; the pages of services send `pagePath`. */
export const seoQuerySchema = z
  .object({ path: pagePathSchema.optional(), pagePath: pagePathSchema.optional() })
  .refine(({ path, pagePath }) => path ?? pagePath, {
    path: ['path'],
    message: 'Say which page this is about: its path, such as /about.',
  })

/** What the editor starts from: the stored record, if there is one, and the built-in values. */
export const seoEditorSchema = z.object({
  record: seoRecordSchema.nullable(),
  /** The newest version, also after a deletion. The next save sends it back. */
  version: z.int(),
  defaults: storedFieldsSchema,
  /** The signed-in user; the server decides what they may do. */
  user: userSchema.nullable(),
  /**
   * Why the page has its built-in values although a record is stored; null where it has the record.
   */
  whyBuiltIn: z.string().nullable(),
})

export type SeoEditorState = z.infer<typeof seoEditorSchema>

/** A page in the list of those whose metadata may be edited. */
export const seoPageSchema = z.object({
  path: z.string(),
  /** As it is served. */
  title: z.string(),
  /** When its SEO record was saved, ISO 8601 in UTC; null for a page without one. */
  updatedAt: z.iso.datetime().nullable(),
})

export type SeoPage = z.infer<typeof seoPageSchema>

/** One change of a page's metadata, newest first in lists. `fields` is null for a deletion. */
export const seoRevisionSchema = z.object({
  id: z.int(),
  version: z.int(),
  /** ISO 8601 in UTC. */
  changedAt: z.iso.datetime(),
  /** The user's email address. */
  changedBy: z.string(),
  fields: storedFieldsSchema.nullable(),
})

export type SeoRevision = z.infer<typeof seoRevisionSchema>

/** How soon the requests of the last 30 days were answered with a call. */
const answerSpeedSchema = z.object({
  requests: z.int(),
  /**
   * Half of them were answered within N minutes by the clock; those still waiting count as slower.
   */
  medianMinutes: z.int(),
})

export type AnswerSpeed = z.infer<typeof answerSpeedSchema>

/** The head of a page, and its heading: stored values over built-in ones. */
const pageMetadataSchema = z.object({
  title: z.string(),
  description: z.string(),
  keywords: z.string(),
  /** Absolute, or absent where the page has no address of its own and is not to be indexed. */
  canonicalUrl: z.string().optional(),
  /** Absolute. */
  ogImage: z.string().optional(),
  /** JSON-LD text. */
  structuredData: z.string().optional(),
  /** Absent where the page has its built-in one. */
  h1Text: z.string().optional(),
  imageAlts: z.array(imageAltSchema),
  /** Reviews of customers; only of the page that shows them, and absent where there are none. */
  reviews: z.array(reviewSchema).optional(),
  /** By when a request that is sent now is answered, in words, of a page as it is served. */
  answerBy: z.string().optional(),
  /** Of the home page alone, where enough requests came. */
  answerSpeed: answerSpeedSchema.optional(),
})

export type PageMetadata = z.infer<typeof pageMetadataSchema>
