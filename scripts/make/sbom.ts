/**
 * `node scripts/make/sbom.ts`: the components that the product runs with, as CycloneDX, on standard
 * output. It reads the lockfile alone, without the network.
 *
 * `npm sbom --omit dev` leaves out whatever a tool of the tests uses too (npm 11.19 takes it for a
 * part of the tool), such as the library of the schemas. So npm is given a lockfile without the tools.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Package = { dev?: boolean; devOptional?: boolean; devDependencies?: object }

const readJson = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))

const { devDependencies: _tools, ...manifest } = readJson('package.json')
const lock = readJson('package-lock.json') as { packages: Record<string, Package> }
const packages = Object.fromEntries(
  Object.entries(lock.packages)
    // `devOptional`: a tool of ours that something else could use, if it were there.
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path, { devDependencies: _none, ...rest }]) => [path, rest]),
)

const temporary = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  // npm calls the whole by the name of its folder.
  const folder = join(temporary, manifest.name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application']
  execFileSync('npm', ['sbom', ...format, '--package-lock-only', '--offline'], {
    cwd: folder,
    stdio: 'inherit',
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  })
} finally {
  rmSync(temporary, { recursive: true })
}
