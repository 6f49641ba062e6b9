import { globSync, readFileSync } from 'node:fs'

/** The files of some folders, and their lines. */
function sizeOf(folders: string, isCounted: (file: string) => boolean) {
  const files = globSync(`${folders}/**/*.{ts,tsx,css,sql,sh}`).filter(isCounted)
  const lines = files.map((file) => readFileSync(file, 'utf8').split('\n').length - 1)
  return { files: files.length, lines: lines.reduce((sum, count) => sum + count, 0) }
}

const isTest = (file: string) => file.includes('.test.')
const isContent = (file: string) => file.startsWith('src/content/')

/** What there is, as `npm run size` prints it: `tests/laws/size.test.ts` has the limits. */
export function measure() {
  const source = sizeOf('src', (file) => !isTest(file) && !isContent(file))
  const tests = sizeOf(
    '{src,tests,bench,scripts}',
    (file) => isTest(file) || !file.startsWith('src/'),
  )
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const words = readFileSync('README.md', 'utf8').split(/\s+/).length
  return {
    'lines of source': source.lines,
    'files of source': source.files,
    'lines of tests, bench and scripts': tests.lines,
    'words of the README': words,
    // Nobody calls what npm calls by itself.
    commands: Object.keys(scripts).filter((name) => name !== 'postinstall').length,
  }
}

if (import.meta.main) {
  for (const [name, size] of Object.entries(measure())) process.stdout.write(`${size} ${name}\n`)
}
