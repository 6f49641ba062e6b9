import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const paths = (process.env.MUTATE_PATHS ?? '').split(' ').filter(Boolean)
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
const filesOf = (path) => (isFolder(path) ? `${path}/**/*.ts` : path)

/** The folder of a path, a file or a glob. */
const folderOf = (path) => (isFolder(path) ? path : dirname(path.replace(/\*.*/, 'x')))

/** A sample is every fifth block of lines, at another place in each file: 1 to 5 say which. */
const part = Number(process.env.MUTATE_PART ?? 0)
const parts = 5
const blockLines = 20

function blocksOf(file, index) {
  const lines = readFileSync(file, 'utf8').split('\n').length
  const blocks = Array.from({ length: Math.ceil(lines / blockLines) }, (_, block) => block)
  return blocks
    .filter((block) => (block + index + part) % parts === 0)
    .map((block) => `${file}:${block * blockLines + 1}-${(block + 1) * blockLines}`)
}

/** What is not mutated, and why. */
const left = [
  // Tests are what is judged.
  '**/*.test.ts',
  // Wiring: what is left out here is seen by the first test of a whole server.
  'src/server/{main,app}.ts',
  'src/server/**/register-*.ts',
  // What makes and starts a PostgreSQL: each mutant would need a server of its own, and leave some
  // running. `npm run faults` judges it.
  'src/server/db/embedded/{cluster,embedded-server,folders,settings}.ts',
  // Run in processes of their own, where nobody counts what a test reaches: `npm run faults -- drill` and the
  // tests of the folders look at what comes of them.
  'src/server/backup/{schedule,upgrade}/job.ts',
  'src/server/backup/{schedule/try-backup,upgrade/migrate-copy}.ts',
  // Names and help texts of the log and the metrics, which only an owner's dashboards read.
  'src/server/runtime/{logging,metrics}.ts',
  'src/server/notifications/deliveries/delivery-metrics.ts',
  // Declarations: the migrations make the tables, and a test compares the two.
  'src/server/db/tables/*.ts',
  // Titles and tags of the API's description.
  'src/server/http/openapi.ts',
  // Only for `npm run dev`, which serves the sources.
  'src/server/render/vite-renderer.ts',
  // Their branches belong to other operating systems and other users than those of one run.
  'src/server/db/embedded/{unprivileged,binaries}.ts',
]

/** The deepest folder that two folders are in. */
function sharedFolder(one, other) {
  const parts = one.split('/')
  const differing = parts.findIndex((part, depth) => part !== other.split('/')[depth])
  return parts.slice(0, differing < 0 ? undefined : differing).join('/')
}

const folder = paths.length > 0 ? paths.map(folderOf).reduce(sharedFolder) : 'src'

const isContracts = paths.length > 0 && paths.every((path) => path.startsWith('src/contracts'))

const all = (paths.length > 0 ? paths : ['src/contracts', 'src/server']).map(filesOf)
const sample =
  part > 0 && all.flatMap((glob) => globSync(glob, { exclude: left }).sort()).flatMap(blocksOf)

/** @type {Partial<import('@stryker-mutator/api/core').StrykerOptions>} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [...(sample || all), ...left.map((pattern) => `!${pattern}`)],
  vitest: {
    configFile: 'tests/mutants/vitest.config.ts',
    // Code is judged by the tests beside it when paths are given, and by all tests without one.
    dir: folder,
    related: paths.length === 0,
  },
  coverageAnalysis: 'perTest',
  // What runs when a file is loaded can only be judged by all tests that load it. The tests of the
  // contracts take a second, so their schemas are; those of the server would take hours.
  ignoreStatic: !isContracts,
  // Node strips the types. Stryker would rewrite tsconfig.json with an interface that TypeScript 7 lacks.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  // Starting an application takes its time on a busy machine; a mutant that loops is found by its hits.
  timeoutMS: 30_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 15,
  concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 1),
  // Below a folder that Git ignores, so that nothing else reads the copies.
  tempDirName: 'data/mutants',
  cleanTempDir: 'always',
  ignorePatterns: ['art', 'bench', 'data', 'docs', 'reports', 'test-results', 'tests/e2e'],
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: 'reports/mutants.html' },
  jsonReporter: { fileName: 'reports/mutants.json' },
  allowConsoleColors: false,
  thresholds: { high: 95, low: 90, break: 85 },
}
