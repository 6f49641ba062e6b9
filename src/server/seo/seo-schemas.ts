import { z } from 'zod'
import { withoutScriptTag } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { sentText, storedText } from '../texts/texts.ts'

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

const pagePathSchema = sentText('Say which page this is about: its path, such as /about.').refine(
  (path) => publicPaths.includes(path),
  'There’s no public page with this path.',
)

const text = (name: string, limit: number) =>
  storedText(limit, {
    notText: `${name} must be text.`,
    tooLong: `${name} can have at most ${limit.toLocaleString('en-US')} characters.`,
    badCharacters: `${name} can’t have characters that don’t display. Please remove them.`,
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
  structuredDataMode: z.enum(['replace', 'add']).default('replace'),
  h1Text: optionalText('The H1', seoLimits.h1Text).overwrite(withoutLineBreaks),
  imageAltTexts: optionalText('The image texts', seoLimits.imageAltTexts),
})

/** A count of the changes of one page's metadata; 0 before the first. */
export const seoVersionSchema = z.coerce.number().int().min(0)

/**
 * A save. `version` is that of the record on which the change was made (0 where there was none): a
 * save on an older one than the newest is refused with 409. Without it the save wins.
 */
export const seoSaveSchema = seoFieldsSchema.extend({
  pagePath: pagePathSchema,
  version: z.int().min(0).optional(),
})

/** The page to read or delete; the pages of services send `pagePath`. */
export const seoQuerySchema = z
  .object({ path: pagePathSchema.optional(), pagePath: pagePathSchema.optional() })
  .refine(({ path, pagePath }) => path ?? pagePath, {
    path: ['path'],
    message: 'Say which page this is about: its path, such as /about.',
  })
