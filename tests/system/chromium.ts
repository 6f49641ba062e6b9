import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian.ts'

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

function findOnSystem(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...candidates, macPath].find(
    (path) => path && isExecutable(path),
  )
}

/** The path of Chromium. Installs Debian's package if the system has none; throws if it cannot. */
export function findChromium(): string {
  const found = findOnSystem()
  if (found) return found
  installDebianPackages('chromium')
  const installed = findOnSystem()
  if (!installed) throw new Error('chromium was installed but is not on the PATH')
  return installed
}
