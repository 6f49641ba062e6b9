import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { measure } from '../../scripts/size.ts'

/** What the repository may grow to. A change that raises a limit says why in a commit of its own. */
const limits = {
  'lines of source': 52_370,
  'files of source': 506,
  'lines of tests, bench and scripts': 41_680,
  'words of the README': 600,
  commands: 16,
  'files of the largest folder': 24,
  'packages that are installed on a site': 97,
}

test('the repository is no larger than its limits', () => {
  const sources = globSync('{src,scripts,tests,bench}/**/*.{ts,tsx,css,sql}')
  const counts = new Map<string, number>()
  const isTest = (file: string) => /\.(test|e2e|world)\./.test(file)
  for (const folder of sources.filter((file) => !isTest(file)).map(dirname)) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const lock: { packages: Record<string, { dev?: true; optional?: true; devOptional?: true }> } =
    JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const packages = Object.entries(lock.packages).filter(
    ([name, { dev, optional, devOptional }]) => name && !(dev || optional || devOptional),
  )
  const sizes: Record<keyof typeof limits, number> = {
    ...measure(),
    'files of the largest folder': Math.max(...counts.values()),
    'packages that are installed on a site': packages.length,
  }
  const above = Object.entries(sizes).filter(
    ([name, size]) => size > limits[name as keyof typeof limits],
  )
  expect(above).toEqual([])
})
