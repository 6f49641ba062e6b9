import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '#tests/support/machine/wait.ts'
import type { Debian } from './debian.ts'

/** What an owner runs. */
export const install = '/root/breezeway/deploy/install'

const site = 'https://breezeway.test'
const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

/** As a visitor asks, who trusts the authority of the site. */
export const curl = (path: string, ...words: string[]): string[] => [
  ...['curl', '--silent', '--max-time', '20', '--cacert', authority, ...words, site + path],
]

/** What a command that must fail has printed. */
export const refusal = (debian: Debian, command: readonly string[]): Promise<string> =>
  debian.run(command).then(
    (printed) => assert.fail(`it did not fail, and printed ${printed}`),
    (error: Error) => error.message,
  )

/**
 * Runs the script and returns what it printed. Throws unless it comes to its end, and ends as the doctor
 * judges: with 0 if nothing is BAD, else with 2.
 */
export async function runInstall(debian: Debian, script = install): Promise<string> {
  const printed = await debian.run(['bash', '-c', '"$0"; echo "ends with $?"', script])
  const code = printed.match(/^ends with (\d+)\n$/m)?.[1]
  assert.equal(code, /^ {2}BAD /m.test(printed) ? '2' : '0', printed)
  return printed.replace(/^ends with \d\n$/m, '')
}

/** Every file that the script may touch, with its owner, rights, times and content. */
export function listFiles(debian: Debian): Promise<string> {
  const script = `cd /
find etc opt usr/local -printf '%p %y %m %U:%G %s %T@ %l\\n' | LC_ALL=C sort
find etc -type f -exec sha256sum {} + | LC_ALL=C sort
stat -c '%n %a %U' var/lib/breezeway`
  return debian.run(['sh', '-ec', script])
}

/** Throws, with the files that differ, unless a run has changed none. */
export async function assertUnchanged(debian: Debian, before: string): Promise<void> {
  const known = new Set(before.split('\n'))
  const changed = (await listFiles(debian)).split('\n').filter((line) => !known.has(line))
  assert.deepEqual(changed, [])
}

/** Sets a line of the settings, as the owner does in an editor. */
export function setSetting({ root }: Debian, name: string, value: string): void {
  const file = join(root, 'etc/breezeway/settings')
  const others = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(`${name}=`))
  writeFileSync(file, `${[...others, `${name}=${value}`].join('\n')}\n`)
}

/** Visitors read pages while something is done. Throws if one was refused; returns how many were read. */
export async function underReaders(debian: Debian, act: () => Promise<unknown>): Promise<number> {
  await debian.run(['rm', '-f', '/run/is-over'])
  const outcome = '%{http_code}%{errormsg}\\n'
  const read = curl('/contact', '--output', '/dev/null', '--write-out', outcome)
  const reading = debian.run([
    ...['bash', '-c', `until [ -e /run/is-over ]; do "$@" || true; done`, 'read', ...read],
  ])
  await act()
  await debian.run(['touch', '/run/is-over'])
  const answers = (await reading).trim().split('\n')
  const refused = answers.filter((status) => status !== '200')
  assert.deepEqual(refused, [])
  return answers.length
}

/** What systemd has of a unit. */
export const show = async ({ run }: Debian, unit: string, property: string): Promise<string> =>
  (await run(['systemctl', 'show', '--value', '--property', property, unit])).trim()

/** Waits until the site takes requests, through its proxy. */
export const untilReady = (debian: Debian): Promise<void> =>
  waitUntil(
    'the site is ready',
    async () => (await debian.run(curl('/readyz')).catch(() => '')).includes('"status":"ready"'),
    180_000,
  )
