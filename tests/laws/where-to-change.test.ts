import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file, and what is added behind a line of it that begins so; a file without a line is new. */
type Edit = [file: string, behind: string | undefined, added: string]

const setting = 'src/server/settings'
const services = 'src/content/services'

/** The three examples of the document, by their headings, as somebody would follow them. */
const examples: Record<string, Edit[]> = {
  'One more field in the form': [
    [
      'src/contracts/leads/lead-fields.ts',
      '  service: {',
      '  systemAge: { isRequired: false, limit: 40 },',
    ],
    [
      'src/contracts/leads/leads.ts',
      'export const leadFieldSchemas',
      '  systemAge: line(leadFields.systemAge.limit).nullish().transform(emptyIsNull),',
    ],
    [
      'src/contracts/leads/leads.ts',
      'export const leadSchema',
      '  systemAge: z.string().nullable(),',
    ],
    [
      'src/contracts/referrals/office-leads.ts',
      'export const callerSchema',
      '  systemAge: leadFieldSchemas.systemAge,',
    ],
    [
      'src/content/estimate-form.ts',
      'export const estimateFields',
      "  systemAge: { label: 'Age', shortLabel: 'Age', control: 'line', placeholder: '', wide: false },",
    ],
    ['src/content/estimate-errors.ts', '  fields: {', "    systemAge: { tooLong: 'Too long.' },"],
    [
      'src/server/db/tables/lead-tables.ts',
      "    message: text('message')",
      "    systemAge: text('system_age'),",
    ],
  ],
  'One more service page': [
    ['src/contracts/site/services.ts', 'export const detailServiceIds', "  'dryer-vents',"],
    [
      'src/content/services.ts',
      'export const services',
      "  'dryer-vents': { name: 'Dryer Vents' },",
    ],
    [
      'src/content/services.ts',
      'export const shortDescriptions',
      "  'dryer-vents': 'Clean vents',",
    ],
    [
      `${services}/service-detail.ts`,
      'export const serviceImageAlts',
      "  'dryer-vents': 'A vent',",
    ],
    [
      `${services}/dryer-vents.ts`,
      undefined,
      "import { drainCleaning } from './drain-cleaning.ts'\nexport const dryerVents = drainCleaning",
    ],
    [
      `${services}/service-details.ts`,
      'export const serviceDetails',
      "  'dryer-vents': dryerVents,",
    ],
    [
      `${services}/service-details.ts`,
      'import { drainCleaning }',
      "import { dryerVents } from './dryer-vents.ts'",
    ],
  ],
  'One more setting of the office': [
    ['src/contracts/routes.ts', "  claims: '/api", "  reach: '/api/admin/reach',"],
    [
      'src/contracts/settings/business.ts',
      'import type { Claims }',
      'export const reachSchema = z.object({ miles: z.int().min(1).max(200) })',
    ],
    [
      'src/contracts/audit/audit-words.ts',
      "  'business.change'",
      "  'reach.change': 'change how far contractors go',",
    ],
    ['src/server/db/site-settings.ts', 'export type SiteSettings', '  reach: { miles: number }'],
    [
      `${setting}/business.ts`,
      'export type LiveBusiness',
      '  showReach: () => Promise<{ miles: number }>\n  saveReach: (reach: { miles: number }) => Promise<void>',
    ],
    [
      `${setting}/business.ts`,
      '    saveClaims: (claims)',
      '    showReach: async () => (await readSettings(db)).reach ?? { miles: 30 },\n    saveReach: (reach) => store({ reach }),',
    ],
    [
      `${setting}/register-settings.ts`,
      'import { apiPaths }',
      "import { reachSchema } from '#/contracts/settings/business.ts'",
    ],
    [
      `${setting}/register-settings.ts`,
      '    inWords: ({ areShown })',
      `  })
  addSetting(app, follow, {
    path: apiPaths.reach,
    ...{ change: reachSchema, shown: reachSchema },
    ...{ show: business.showReach, save: business.saveReach },
    inWords: ({ miles }) => String(miles),`,
    ],
    [
      'src/server/http/access-table.ts',
      "  ['GET', apiPaths.claims",
      "  ['GET', apiPaths.reach, 'admin'],\n  ['PUT', apiPaths.reach, 'admin', 'no proof', 'reach.change'],",
    ],
    [
      'src/web/admin/settings/reach.tsx',
      undefined,
      "import { apiPaths } from '#/contracts/routes.ts'\nexport const Reach = () => <p>{apiPaths.reach}</p>",
    ],
    [
      'src/web/admin/settings/settings-page.tsx',
      'const parts',
      "  { id: 'reach', heading: 'How far contractors go', Part: Reach },",
    ],
    [
      'src/web/admin/settings/settings-page.tsx',
      'import { OtherPlaces }',
      "import { Reach } from './reach.tsx'",
    ],
  ],
}

/** Folders, and what is there for the database or a program that draws. */
const isNotCompiled = (file: string) => /\.(sql|json|py)$|\/$/.test(file)

test('the document has these three examples, and names the files of each', () => {
  const [, ...sections] = readFileSync(join(root, 'docs/where-to-change.md'), 'utf8').split(/^## /m)
  const told = sections.map((section) => {
    const steps = (section.match(/^\d+\. .*/gm) ?? []).join('\n')
    const files = steps.match(/(?<=`)[\w-]+\/[^` ]*/g) ?? []
    const added = steps.match(/(?<=new file .*`)[\w-]+\.tsx?(?=`)/g) ?? []
    const heading = section.slice(0, section.indexOf('\n'))
    return [heading, [...files.filter((file) => !isNotCompiled(file)), ...added].sort()]
  })
  const followed = Object.entries(examples).map(([heading, edits]) => {
    const files = edits.map(([file, behind]) => (behind === undefined ? basename(file) : file))
    return [heading, [...new Set(files)].sort()]
  })
  expect(told).toEqual(followed)
})

/** Steps that only a start of the server, or a look at the page, would miss. */
const isRunOnly = /register-settings|access-table|settings-page/

/** The files of an example that the compiler misses. */
const compiledFiles = (edits: Edit[]) =>
  [...new Set(edits.map(([file]) => file))].filter((file) => !isRunOnly.test(file))

/** What the compiler says of a copy of the sources in which the examples are followed, but for these files. */
function compileWithout(leftOut: (string | undefined)[]): string {
  const { path: folder, remove } = temporaryFolder()
  onTestFinished(remove)
  const filter = (path: string) => !/\.test\.tsx?$/.test(path)
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true, filter })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const config = JSON.stringify({ compilerOptions, include: ['src'] })
  writeFileSync(join(folder, 'tsconfig.json'), config)
  for (const [file, behind, added] of Object.values(examples).flat()) {
    if (leftOut.includes(file)) continue
    const path = join(folder, file)
    const lines = behind === undefined ? [] : readFileSync(path, 'utf8').split('\n')
    const place = lines.findIndex((line) => line.startsWith(behind ?? ''))
    if (behind !== undefined && place < 0) throw new Error(`${file} has no line "${behind}"`)
    lines.splice(place + 1, 0, added)
    writeFileSync(path, lines.join('\n'))
  }
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['--checkers', '2'], options)
  return status === 0 ? 'well' : stdout
}

test('who follows them to the letter has all that the compiler wants, and nothing too much', {
  tags: 'slow',
}, () => {
  expect(compileWithout([])).toBe('well')
  // Each step costs a run of the compiler.
  if (inject('faults') !== 'full') return
  const needed = Object.values(examples).map(compiledFiles)
  const signs = [/systemAge/, /dryer-?vents/i, /reach/i]
  for (let step = 0; step < Math.max(...needed.map(({ length }) => length)); step += 1) {
    const leftOut = needed.map((files) => files[step])
    const errors = compileWithout(leftOut)
    const missed = leftOut.filter((file, each) => file && !signs[each]?.test(errors))
    expect(missed).toEqual([])
  }
})
