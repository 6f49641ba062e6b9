import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { variables } from '#/server/config/variables.ts'
import { importsOf, isTest, root, sources, textOf } from './imports.ts'

/** Files of more than 300 lines of code, each with the reason why it is not split. */
const longFiles: Record<string, string> = {
  'src/server/referrals/decide.ts':
    'What happens to a request is read in one go: one rule for each command.',
}

const inFolder = (folder: string) => sources.filter((file) => file.startsWith(`${folder}/`))

const features = [
  ...['leads', 'notifications', 'seo', 'accounts', 'audit', 'backup', 'pages'],
  ...['referrals', 'results', 'settings'],
]

const officeFeatures = [
  ...['accounts', 'audit', 'contractors', 'leads', 'money', 'needs'],
  ...['notifications', 'pages', 'results', 'settings', 'team'],
]

/** What files whose paths begin like this must not import. */
const borders: [law: string, of: RegExp, forbidden: RegExp][] = [
  ['contracts import each other', /^src\/contracts\//, /^(?!src\/contracts\/)/],
  [
    'content imports contracts and itself',
    /^src\/content\//,
    /^(?!src\/contracts\/|src\/content\/)/,
  ],
  ['web does not import the server', /^src\/web\//, /^src\/server\//],
  ['the server does not import web', /^src\/server\//, /^src\/web\//],
  [
    'db, http, runtime and texts import no feature',
    /^src\/server\/(db|http|runtime|texts)\//,
    /^src\/server\/(?!(db|http|runtime|texts)\/)/,
  ],
  [
    'outside of db/embedded, only db/client.ts imports the embedded server and postgres.ts',
    /^src\/server\/(?!db\/embedded\/|db\/connect\/client\.ts)/,
    /^src\/server\/db\/(embedded\/|connect\/postgres\.ts$)/,
  ],
  [
    'ui/ imports neither data nor routing',
    /^src\/web\/ui\//,
    /^(wouter$|@tanstack\/|src\/web\/(site|admin|seo-editor|request))/,
  ],
  [
    'the store of the heart imports no feature',
    /^src\/server\/referrals\/store\//,
    new RegExp(`^src/server/(?!referrals/(store/)?[\\w-]+\\.ts$)(${features.join('|')})/`),
  ],
  [
    'money imports no feature',
    /^src\/server\/money\//,
    new RegExp(`^src/server/(${features.join('|')})/`),
  ],
  ...officeFeatures.map((name): (typeof borders)[number] => [
    `${name} imports no other feature of the office`,
    new RegExp(`^src/web/admin/${name}/`),
    new RegExp(`^src/web/admin/(?!${name}/|shell/)`),
  ]),
  ...features.map((name): (typeof borders)[number] => [
    `${name} imports no other feature of the server, but for the heart, which is a floor below`,
    new RegExp(`^src/server/${name}/`),
    new RegExp(`^src/server/(?!${name}/|referrals/(store/)?[\\w-]+\\.ts$)(${features.join('|')})/`),
  ]),
]

test.each(borders)('%s', (_law, of, forbidden) => {
  const files = sources.filter((file) => of.test(file) && !isTest(file))
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => forbidden.test(imported))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(files).not.toEqual([])
  expect(wrong).toEqual([])
})

test('nothing that the office can show names a file, a command or a setting of the machine, or needs its own glossary', () => {
  const shown = ['src/web/admin', 'src/contracts', 'src/content', 'src/server']
  const isForTerminal =
    /^src\/(content\/machine-advice|server\/((config|db|doctor|backup\/restore)\/|\w+\.ts|http\/own-hosts|backup\/schedule\/guard-upgrade|runtime\/data-folder|render\/builds))/
  const isWordless = /^\s*(import|export .* from|\/\/|\/?\*)/
  const settings = Object.keys(variables).filter((name) => name.includes('_'))
  const named = new RegExp(
    `\\b(${settings.join('|')}|README|npm run|second factors?|(in|into|from|of) quarantine)\\b|(?<=[ “(])(src|docs)/|\\.env\\b`,
  )
  const wrong = shown.flatMap(inFolder).flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => !isTest(file) && !isForTerminal.test(file) && !isWordless.test(line))
      .filter((line) => named.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(wrong).toEqual([])
  const sent = inFolder('src/server/doctor').filter((file) => /['“ (]src\/\w/.test(textOf(file)))
  expect(sent).toEqual([])
})

test('what a visitor has sent is a request in the office, but where the specification says lead', () => {
  const said = /\b([Tt]his|[Pp]revious|[Nn]ext|[Cc]lose|[Oo]pen|the|new) leads?\b/
  const lines = inFolder('src/web/admin').flatMap((file) => textOf(file).split('\n'))
  expect(lines.filter((line) => said.test(line) && !/^\s*(\/\/|\/?\*)/.test(line))).toEqual([])
})

test('no literal is spread into the literal around it, which hides how long that one is', () => {
  expect(sources.filter((file) => /\.\.\.\{/.test(textOf(file)))).toEqual([])
})

test('no file or folder has a name such as utils or index', () => {
  const names = sources.flatMap((file) => file.split('/'))
  const emptyName = /^(utils?|helpers?|misc|common|lib)(\.tsx?)?$/
  expect(names.filter((name) => emptyName.test(name))).toEqual([])
  expect(sources.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
})

test('a file of more than 300 lines of code needs a reason', () => {
  const isCode = (line: string) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line)
  const long = sources
    .filter((file) => !file.startsWith('src/content/'))
    .filter((file) => textOf(file).split('\n').filter(isCode).length > 300)
  expect(long).toEqual(Object.keys(longFiles))
})

test('every command that the README or a document names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const texts = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })]
    .map(textOf)
    .join('\n')
  const named = [...texts.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1])
  // The changelog names these to say that they are gone.
  const gone = ['mail:test', 'upgrade:check']
  const missing = named.filter((name = '') => !(name in scripts) && !gone.includes(name))
  expect(missing).toEqual([])
  const runners = textOf('scripts/run.ts')
  const run = [...texts.matchAll(/npm run (bench|faults) -- ([a-z-]+)/g)].filter(
    ([, kind, name]) =>
      kind === 'bench'
        ? !existsSync(join(root, `bench/${name}.ts`))
        : !new RegExp(`^ {2}'?${name}'?: \\[`, 'm').test(runners),
  )
  expect(run.map(([command]) => command)).toEqual([])
  const files = [...texts.matchAll(/\bnode (scripts\/[\w/.-]+\.ts)/g)].map(([, file]) => file ?? '')
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every file that a document links to, and every record that is named anywhere, exists', () => {
  const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
  const linked = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  )
  const texts = [...documents, ...sources].map(textOf).join('\n')
  const records = texts.match(/\bdocs\/decisions\/[\w.-]*\w/g) ?? []
  expect(records.length).toBeGreaterThan(10)
  const guides = ['docs/code.md', 'docs/where-to-change.md'].map(textOf).join('\n')
  const named = [
    ...(guides.match(/(?<=`)(?:src|tests|docs|migrations)\/[^`]*/g) ?? []),
    ...(texts.match(/(?<![\w/])deploy\/[\w./@-]*\w/g) ?? []),
  ]
  expect([...linked, ...records, ...named].filter((path) => !existsSync(join(root, path)))).toEqual(
    [],
  )
})

const glossary = textOf('docs/glossary.md')

test('every name that the glossary gives exists in the code', () => {
  const allText = inFolder('src').map(textOf).join('\n')
  const named = [...glossary.matchAll(/^- \*\*.+\((`.+`)\)$/gm)].flatMap(([, names = '']) =>
    names.replaceAll('`', '').split(', '),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(allText))).toEqual([])
})

test('no name in the code contains a word that the glossary replaces', () => {
  const [, list = ''] = /^Not in names of the code: (.+)\.$/m.exec(glossary) ?? []
  const unwanted = list.split(', ')
  const pattern = new RegExp(unwanted.map((word) => `\\b\\w*${word}`).join('|'), 'gi')
  const found = inFolder('src').flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map(([name]) => `${name} in ${file}`),
  )
  expect(unwanted.length).toBeGreaterThan(3)
  expect(found).toEqual([])
})

test('every table of the database stands in docs/security.md with its bound', () => {
  const files = inFolder('src/server/db').filter((file) => file.endsWith('-tables.ts'))
  const tables = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bpgTable\(\s*'(\w+)'/g)].map((match) => match[1]),
  )
  const [, section = ''] = textOf('docs/security.md').split(/^## What grows.*$/m)
  const [rows = ''] = section.split(/^## /m)
  expect(tables.length).toBeGreaterThan(30)
  expect(tables.filter((table) => !rows.includes(`\`${table}\``))).toEqual([])
})

test('no files import each other in a cycle, types and lazy imports included', () => {
  const left = new Map(sources.map((file) => [file, importsOf(file)]))
  // What imports nothing that is left is on no cycle.
  for (let before = 0; before !== left.size; ) {
    before = left.size
    for (const [file, imports] of left) {
      if (!imports.some((imported) => left.has(imported))) left.delete(file)
    }
  }
  expect([...left.keys()]).toEqual([])
})

test('no two folders import each other, a folder and its parent least of all', () => {
  const imports = sources
    .filter((file) => file.startsWith('src/') && !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => sources.includes(imported) && dirname(imported) !== dirname(file))
        .map((imported) => `${dirname(file)} and ${dirname(imported)}`),
    )
  const both = (pair: string) => imports.includes(pair.split(' and ').toReversed().join(' and '))
  expect(imports.length).toBeGreaterThan(500)
  expect([...new Set(imports)].filter(both)).toEqual([])
})

test('what happens to a request is decided in one file of 500 lines, by types and pure functions alone', () => {
  const decide = 'src/server/referrals/decide.ts'
  const reached = new Set([decide])
  for (const file of reached) {
    const imports = importsOf(file).filter((imported) => !imported.startsWith('src/contracts/'))
    for (const imported of imports) reached.add(imported)
    expect(imports.filter((each) => !/^src\/server\/referrals\/[\w-]+\.ts$/.test(each))).toEqual([])
  }
  const isImpure = /\bDate\b|\bMath\.random\b|\bprocess\b|\bawait\b|\basync\b/
  const withoutComments = (file: string) => textOf(file).replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '')
  expect([...reached].filter((file) => isImpure.test(withoutComments(file)))).toEqual([])
  expect(textOf(decide).split('\n').length).toBeLessThanOrEqual(501)
})

test('every dependency is pinned exactly and used', () => {
  const manifest = JSON.parse(textOf('package.json'))
  const pinned: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
  const all = { ...pinned, ...manifest.optionalDependencies }
  expect(Object.entries(all).filter(([, version]) => !/^\d/.test(String(version)))).toEqual([])

  // These are used as programs or as types, so no file imports them.
  const withoutImport = ['node', 'typescript', '@biomejs/biome', 'drizzle-kit']
  const files = [...sources, ...globSync(['*.ts', '*.mjs', 'src/**/*.css'], { cwd: root })]
  const allText = files.map(textOf).join('\n') + JSON.stringify(manifest.scripts)
  const unused = Object.keys(pinned).filter(
    (name) =>
      !name.startsWith('@types/') &&
      !withoutImport.includes(name) &&
      !allText.includes(`'${name}'`) &&
      !allText.includes(`'${name}/`) &&
      !allText.includes(`node_modules/${name}/`),
  )
  expect(unused).toEqual([])
})
