import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { root, textOf } from './imports.ts'

/** A file, and what is added behind a line of it that begins so; a file without a line is new. */
type Edit = [file: string, behind: string | undefined, added: string]

const services = 'src/content/services'
const referrals = 'src/server/referrals'

/** The five examples of the document, by their headings, as somebody would follow them. */
const examples: Record<string, Edit[]> = {
  'One more field in the form': [
    [
      'src/contracts/leads/lead-fields.ts',
      '  service: {',
      '  systemAge: { isRequired: false, limit: 40 },',
    ],
    [
      'src/server/leads/take/submission.ts',
      'export const leadFieldSchemas',
      '  systemAge: line(leadFields.systemAge.limit).nullish().transform(emptyIsNull),',
    ],
    [
      'src/server/leads/lead/caller-schemas.ts',
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
    [
      'src/contracts/endpoints/settings.ts',
      '  claims: setting',
      "  reach: setting<{ miles: number }>()('reach', 'reach.change'),",
    ],
    [
      'src/server/db/setting-schemas.ts',
      'export const settingSchemas',
      '  reach: z.object({ miles: z.int().min(1).max(200) }),',
    ],
    [
      'src/contracts/audit/audit-words.ts',
      "  'business.change'",
      "  'reach.change': 'change how far contractors go',",
    ],
    ['src/server/db/settings.ts', '  claims: builtInClaims', '  reach: { miles: 30 },'],
    [
      'src/server/settings/register-settings.ts',
      "  await listen('settings_changed'",
      "  serveStoredSetting(app, api.reach, { db, key: 'reach', inWords: ({ miles }) => String(miles) })",
    ],
    [
      'src/web/admin/settings/setting-forms.tsx',
      'import { SettingForm }',
      'export const ReachForm = () => <p>{api.reach.read.path}</p>',
    ],
    [
      'src/web/admin/settings-page.tsx',
      'const parts',
      "  { id: 'reach', heading: 'How far contractors go', Content: ReachForm },",
    ],
    [
      'src/web/admin/settings-page.tsx',
      'import { Retention }',
      "import { ReachForm } from './settings/setting-forms.tsx'",
    ],
  ],
  'One more page of the office, with its endpoint': [
    [
      'src/contracts/endpoints/office.ts',
      '  results: get',
      "  towns: get<{ town: string; count: number }[]>()('/towns'),",
    ],
    ['src/contracts/routes.ts', '  results:', "  towns: '/admin/towns',"],
    [
      'src/server/results/register-results.ts',
      'export function registerResults(',
      '  serve(app, api.towns, {}, () => [])',
    ],
    [
      'src/web/admin/towns-page.tsx',
      undefined,
      "import { api } from '#/contracts/endpoints/api.ts'\nimport { useData } from './shell/use-api.ts'\nexport default () => <p>{useData(api.towns).data?.length}</p>",
    ],
    [
      'src/web/admin/office.tsx',
      "  office('seldom', adminPaths.team",
      "  office('seldom', adminPaths.towns, 'Towns', TownsPage),",
    ],
    [
      'src/web/admin/office.tsx',
      'const TeamPage',
      "const TownsPage = lazy(() => import('./towns-page.tsx'))",
    ],
  ],
  'One more thing that a contractor can say': [
    [
      `${referrals}/commands.ts`,
      "  | ({ do: 'on-the-way'",
      "  | ({ do: 'running-late' } & OfOffer)",
    ],
    [`${referrals}/events.ts`, "  | OfOffer<'call-missed'", "  | OfOffer<'running-late'>"],
    [
      `${referrals}/decide.ts`,
      'const ofContractor',
      `  'running-late': (draft, { id: offerId }) =>
    happen(draft, { kind: 'running-late', offerId }),`,
    ],
    [
      `${referrals}/event-table.ts`,
      "  'on-the-way':",
      "  'running-late': { mails: () => update },",
    ],
    [
      'src/content/office/history-words.ts',
      "  'on-the-way':",
      "  'running-late': 'Late: {company}',",
    ],
    ['src/contracts/token-routes.ts', "  ...(['/hand-back'", "  ...(['/running-late'] as const),"],
    [
      `${referrals}/offer/offer-routes.ts`,
      "  '/on-the-way':",
      "  '/running-late': ['call-time', (_, offerId) => ({ do: 'running-late', offerId })],",
    ],
    [
      'src/web/offer/after-yes-forms.tsx',
      '    <TokenPart heading={visit.heading}>',
      '      <Tap to={offer.path} text={visit.runningLate} hint="" />',
    ],
    ['src/content/offer-page.ts', "      onTheWay: 'We’re", "      runningLate: 'We are late',"],
  ],
}

/** Folders, and what is there for the database or a program that draws. */
const isNotCompiled = (file: string) => /\.(sql|json|py)$|\/$/.test(file)

test('the document has these five examples, and names the files of each', () => {
  const [, ...sections] = textOf('docs/where-to-change.md').split(/^## /m)
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

/** What the compiler says of a copy of the sources in which the examples are followed. */
function compileExamples(): string {
  const { path: folder, remove } = temporaryFolder()
  onTestFinished(remove)
  const filter = (path: string) => !/\.test\.tsx?$/.test(path)
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true, filter })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { compilerOptions } = JSON.parse(textOf('tsconfig.json'))
  const config = JSON.stringify({ compilerOptions, include: ['src'] })
  writeFileSync(join(folder, 'tsconfig.json'), config)
  for (const [file, behind, added] of Object.values(examples).flat()) {
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

test('who follows them to the letter has all that the compiler wants', { tags: 'slow' }, () => {
  expect(compileExamples()).toBe('well')
})
