import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Debian } from './debian.ts'

/** What an owner runs. */
export const install = '/root/breezeway/deploy/install'

/** The address of the sites that it makes, and the certificate of the authority that they have. */
export const site = 'https://breezeway.test'
export const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

/** What is done and looked at, one after the other. */
export type Step = [name: string, run: () => unknown]

/** Runs the steps. Throws with the name of the one that fails; returns all names. */
export async function runSteps(steps: readonly Step[]): Promise<string> {
  for (const [name, step] of steps) {
    try {
      await step()
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    }
  }
  return steps.map(([name]) => name).join('; ')
}

/** What a run says it did, but for lines of one kind; of a step that was not done only that. */
export function linesBut(printed: string, pattern: RegExp): string[] {
  return printed
    .split('\n')
    .filter((line) => line !== '' && !pattern.test(line))
    .map((line) => line.replace(/ {2,}/, ' ').replace(/^(not started) .*/, '$1'))
}

/**
 * Runs the script and returns what it printed. Throws unless it comes to its end, and ends as the doctor
 * judges: with 0 if nothing is BAD, else with 2 and in words.
 */
export async function runInstall(debian: Debian, script = install): Promise<string> {
  const printed = await debian.run(['bash', '-c', '"$0"; echo "ends with $?"', script])
  const ending = {
    isBad: /^ {2}BAD /m.test(printed),
    saysBad: /^BAD +the site runs and stores requests, but the doctor found/m.test(printed),
    saysWell: /^well +the site runs, and the doctor found nothing BAD/m.test(printed),
    isStarted: !/^not started /m.test(printed),
    code: printed.match(/^ends with (\d+)\n$/m)?.[1],
  }
  const { isBad, isStarted } = ending
  assert.deepEqual(ending, {
    ...{ isBad, saysBad: isBad, saysWell: isStarted && !isBad, isStarted },
    code: isBad ? '2' : '0',
  })
  return printed.replace(/^ends with 0\n$/m, '')
}

/** Every file that the script may touch, with its owner, rights, times and content. */
export function listFiles(debian: Debian): Promise<string> {
  const script = `cd /
find etc opt root usr/local home srv -path root/breezeway -prune -o -printf '%p %y %m %U:%G %s %T@ %l\\n' | LC_ALL=C sort
find etc -type f -exec sha256sum {} + | LC_ALL=C sort
find opt -type f -not -path '*/node_modules/*' -exec sha256sum {} + | LC_ALL=C sort
stat -c '%n %a %U' var/lib/breezeway`
  return debian.run(['sh', '-ec', script])
}

/** Sets a line of the settings, as the owner does in an editor. */
export function setSetting({ root }: Debian, name: string, value: string): void {
  const file = join(root, 'etc/breezeway/settings')
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(`${name}=`))
  writeFileSync(file, `${[...others, `${name}=${value}`].join('\n')}\n`)
}

/** The example's settings, with these values. */
export async function copySettings(debian: Debian, values: Record<string, string>): Promise<void> {
  const example = '/root/breezeway/deploy/settings.example'
  await debian.run(['install', '-D', '-m', '600', example, '/etc/breezeway/settings'])
  for (const [name, value] of Object.entries(values)) setSetting(debian, name, value)
}

/** It leaves the network, and has something that starts units. */
export async function leaveForItself(debian: Debian): Promise<void> {
  await debian.leaveNetwork()
  await debian.run(['cp', '/root/breezeway/tests/deploy/install/systemctl', '/usr/local/bin/'])
  await debian.run(['mkdir', '-p', '/run/systemd/system'])
}
