import { z } from 'zod'
import { withoutScriptTag } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { sentText, storedText } from '../texts/texts.ts'

/** In characters: limits for the size of a page, far above any sensible length. */
export const seoLimits = { text: 10_000, address: 2_000, json: 100_000 } as const

const pagePathSchema = sentText('Say which page this is about: its path, such as /about.').refine(
  (path) => publicPaths.includes(path),
  'There’s no public page with this path.',
)

const text = (name: string, limit: number = seoLimits.text) =>
  storedText(limit, {
    notText: `${name} must be text.`,
    tooLong: `${name} can have at most ${limit.toLocaleString('en-US')} characters.`,
    badCharacters: `${name} can’t have characters that don’t display. Please remove them.`,
  })

const withoutLineBreaks = (value: string) => value.replace(/[\t\n]+/g, ' ')

const optionalText = (name: string, limit?: number) =>
  text(name, limit)
    .nullish()
    .transform((value) => value ?? '')

function isSiteOrWebAddress(value: string): boolean {
  // Two slashes, or a backslash that browsers read as one, would leave the site.
  if (/^\/(?![/\\])/.test(value)) return URL.canParse(value, 'http://site.example')
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

const address = (name: string) =>
  optionalText(name, seoLimits.address).refine(
    (value) => value === '' || (!/[\s<>"]/.test(value) && isSiteOrWebAddress(value)),
    `${name} must be a web address such as https://example.com/page, or a path on this site such as /about.`,
  )

/** Reads `SeoFields`. */
export const seoFieldsSchema = z.object({
  title: text('The title').min(1, 'Please enter a title.').overwrite(withoutLineBreaks),
  description: text('The description')
    .min(1, 'Please enter a description.')
    .overwrite(withoutLineBreaks),
  keywords: optionalText('The keywords').overwrite(withoutLineBreaks),
  ogImage: address('The Open Graph image'),
  canonicalUrl: address('The canonical URL'),
  structuredData: optionalText('The structured data', seoLimits.json).overwrite(withoutScriptTag),
  structuredDataMode: z.enum(['replace', 'add']).default('replace'),
  h1Text: optionalText('The H1').overwrite(withoutLineBreaks),
  imageAltTexts: optionalText('The image texts', seoLimits.json),
})

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
