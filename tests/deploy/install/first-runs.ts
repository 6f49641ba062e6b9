import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Debian } from './debian.ts'
import { copySettings, install } from './looks.ts'

/** What a machine has of all that the script may make: packages, the user, files, units and a name. */
async function lookAround(debian: Debian): Promise<string[]> {
  const script = `dpkg-query -W -f='\${Status} \${Package}\\n' | sed -n 's/^install ok installed /package /p'
getent passwd breezeway || true
find /opt/breezeway /var/lib/breezeway -maxdepth 1 2>/dev/null || true
find /etc -name '*breezeway*' -o -path '/etc/breezeway/*'
cat /etc/hosts`
  return (await debian.run(['sh', '-ec', script])).trim().split('\n')
}

/** Runs the script, which stops before its end, and returns what it said. */
async function stop(debian: Debian, env: readonly string[] = []): Promise<string> {
  const ended = await debian.run(['env', ...env, install]).then(
    (printed) => `it came to its end:\n${printed}`,
    (error: Error) => error.message,
  )
  assert.match(ended, / ended with 1:/)
  return ended
}

/** The commands by which it says that all of it is removed. */
function readCommands(said: string): string[] {
  const [, list = ''] = said.split('run as root:\n')
  return list.match(/(?<=^ {2}).+/gm) ?? []
}

/** A run without a registry: packages, a user and folders are there, and named. */
async function stopWithoutRegistry(debian: Debian): Promise<void> {
  const settings = ['npm_config_registry=http://127.0.0.1:9/', 'npm_config_fetch_retries=0']
  const said = await stop(debian, settings)
  assert.match(said, /the release could not be built\.\nThis run stopped before its end\. What it/)
  assert.match(said, /^ {2}installed +packages: .*\bnpm\b/m)
  assert.match(said, /^ {2}made +user breezeway$/m)
  assert.match(said, /^ {2}made +\/var\/lib\/breezeway$/m)
  assert.match(said, /^ {2}made +\/opt\/breezeway$/m)
}

/**
 * A first run stops at two steps, and the commands that it names leave the machine as it was: with what
 * the first of these runs made, too.
 */
export async function stopFirstRuns(
  debian: Debian,
  settings: Record<string, string>,
): Promise<void> {
  await copySettings(debian, { DOMAIN: 'breezeway.test', TLS: 'internal', ...settings })
  const before = await lookAround(debian)
  await stopWithoutRegistry(debian)
  const caddyfile = join(debian.root, 'etc/caddy/Caddyfile')
  writeFileSync(caddyfile, `${readFileSync(caddyfile, 'utf8')}\nno {{ Caddyfile\n`)
  const said = await stop(debian)
  assert.match(said, /Caddy cannot use \/etc\/caddy\/Caddyfile/)
  assert.match(said, /^ {2}built +release /m)
  assert.match(said, /^ {2}written +\/etc\/breezeway\.env$/m)
  assert.match(said, /^ {2}enabled +breezeway@3002$/m)
  // So that the release need not be built again.
  await debian.run(['cp', '-a', '/opt/breezeway/releases', '/var/tmp/releases'])
  const commands = readCommands(said)
  assert.match(commands.at(-2) ?? '', /^apt-get purge \$\(cat /)
  const yes = `export DEBIAN_FRONTEND=noninteractive
echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/yes`
  await debian.run(['sh', '-ec', [yes, ...commands, 'rm /etc/apt/apt.conf.d/yes'].join('\n')])
  assert.deepEqual(await lookAround(debian), before)
  await debian.run(['sh', '-ec', 'mkdir /opt/breezeway; mv /var/tmp/releases /opt/breezeway'])
}
