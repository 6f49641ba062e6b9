import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from '#tests/support/machine/debian.ts'

/** Chromium as people have it. */
const whole = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first of these programs that the system has. */
function find(names: readonly string[]): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const folders = PATH.split(delimiter)
  return names
    .flatMap((name) => (name.startsWith('/') ? name : folders.map((folder) => join(folder, name))))
    .find(isExecutable)
}

/** The first of these programs, the first of which is Debian's package where the system has none. */
function findOrInstall(...names: [string, ...string[]]): string {
  const [name] = names
  const found = find(names)
  if (found) return found
  installDebianPackages(name)
  const installed = find(names)
  if (!installed) throw new Error(`${name} was installed but is not on the PATH`)
  return installed
}

/** The path of Chromium as people have it. Installs Debian's package if the system has none. */
export const findChromium = () => findOrInstall('chromium', ...whole)

/**
 * The path of Chromium without the parts for windows, which runs the tests in three quarters of the
 * time, or of whole Chromium where the system has only that.
 */
export const findTestBrowser = () => findOrInstall('chromium-headless-shell', ...whole)
