import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from '#tests/support/machine/debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function findOnSystem(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const onPath = names.map(findOnPath).find((path) => path !== undefined)
  return onPath ?? [macPath].find(isExecutable)
}

/**
 * The path of Chromium as people have it. Installs Debian's package if the system has none; throws if
 * it cannot.
 */
export function findChromium(): string {
  const found = findOnSystem()
  if (found) return found
  installDebianPackages('chromium')
  const installed = findOnSystem()
  if (!installed) throw new Error('chromium was installed but is not on the PATH')
  return installed
}

/**
 * The path of Chromium without the parts for windows, which runs the tests in three quarters of the
 * time, or of whole Chromium where the system has only that.
 */
export function findTestBrowser(): string {
  const find = () => process.env.CHROMIUM_PATH || findOnPath('chromium-headless-shell')
  const found = find() ?? findOnSystem()
  if (found) return found
  installDebianPackages('chromium-headless-shell')
  const installed = find()
  if (!installed) throw new Error('chromium-headless-shell was installed but is not on the PATH')
  return installed
}
