/** @module-tag slow */
import { globSync, readFileSync, statSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { adminPaths } from '#/contracts/routes.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { serveSitePages } from '#tests/support/suite-site.ts'
import { currentBuild } from '../render/builds.ts'

const app = serveSitePages()

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes attributes and void elements in its own, equally valid way.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    // Fails on every text that holds a hyphen or a phone number: the style sheet sees to that.
    'tel-non-breaking': 'off',
    // A matter of length, which the metadata has its own guidance for.
    'long-title': 'off',
  },
})

const paths = [...publicPaths, '/no-such-page', '/services/no-such-service', adminPaths.signIn]

test.each(paths)('%s is valid HTML', async (path) => {
  const { body } = await app().inject(path)
  const report = await validator.validateString(body)
  const messages = report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
  expect(messages).toEqual([])
})

test('every picture declares its size', async () => {
  for (const path of paths) {
    const { body } = await app().inject(path)
    for (const image of body.match(/<(img|svg)\b[^>]*>/g) ?? []) {
      expect(image, path).toMatch(/ width="\d+"/)
      expect(image, path).toMatch(/ height="\d+"/)
    }
  }
})

test('every style sheet is in words that the browsers of 2021 know', () => {
  const sheets = globSync(`${currentBuild()}/client/assets/*.css`)
  expect(sheets.length).toBeGreaterThan(3)
  for (const sheet of sheets) {
    const css = readFileSync(sheet, 'utf8')
    // They skip all of a cascade layer, a query with `<` or a bare `not`, and a rule in a rule.
    expect(css.match(/@layer|@media not \(|@media[^{]*[<>]|[{;]&/g), sheet).toBeNull()
  }
})

test('the fonts together are at most 60 KB', () => {
  const fonts = globSync('src/web/fonts/*.woff2').map((file) => statSync(file).size)
  expect(fonts).toHaveLength(3)
  expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024)
})
