import assert from 'node:assert/strict'
import type { Debian } from './debian.ts'
import {
  authority,
  copySettings,
  linesBut,
  listFiles,
  runInstall,
  setSetting,
  site,
} from './looks.ts'

/** The first run makes everything, the second nothing. */
export async function installTwice(
  debian: Debian,
  settings: Record<string, string>,
): Promise<void> {
  await copySettings(debian, { DOMAIN: 'breezeway.test', TLS: 'internal', ...settings })
  const first = await runInstall(debian)
  assert.match(first, /^not started .*no systemd runs here/m)
  const before = await listFiles(debian)
  const second = await runInstall(debian)
  assert.deepEqual(linesBut(second, /^unchanged /), ['not started'])
  assert.deepEqual(await listFiles(debian), before)
}

/** Where something starts units, a run starts the site, which answers by its name; the next does nothing. */
export async function startAndLook(debian: Debian, toStart = ['caddy']): Promise<void> {
  const started = await runInstall(debian)
  assert.deepEqual(linesBut(started, /^unchanged /).slice(0, 3 + toStart.length), [
    'restarted breezeway@3001',
    'restarted breezeway@3002',
    ...toStart.map((name) => `restarted ${name}`),
    `checked a request through ${site} was stored, found and removed`,
  ])
  const before = await listFiles(debian)
  const again = await runInstall(debian)
  assert.deepEqual(linesBut(again, /^unchanged /)[0]?.split(' ')[0], 'checked')
  assert.match(again, /^unchanged +breezeway@3001 runs\n/m)
  assert.deepEqual(await listFiles(debian), before)

  const curl = ['curl', '--silent', '--show-error', '--cacert', authority, '--dump-header', '-']
  const page = await debian.run([...curl, '--compressed', `${site}/contact`])
  assert.match(page, /^HTTP\/2 200/)
  assert.match(page, /^alt-svc: h3=/m)
  assert.match(page, /^content-encoding: br|^content-encoding: gzip/m)
  assert.match(page, /Breezeway HVAC Network/)
  const plain = await debian.run([...curl, 'http://breezeway.test/'])
  assert.match(plain, /^location: https:\/\/breezeway\.test\//im)
}

/** While somebody reads the site, a setting changes: all processes get it, and nobody is turned away. */
export async function changeUnderReaders(debian: Debian): Promise<void> {
  const reading = debian.run([
    ...['bash', '-c'],
    `until [ -e /run/is-over ]; do curl --silent --max-time 20 --cacert ${authority} --output /dev/null --write-out '%{http_code}\\n' ${site}/contact || true; done`,
  ])
  setSetting(debian, 'SITE_PHONE', '4075550123')
  const changed = await runInstall(debian)
  await debian.run(['touch', '/run/is-over'])
  const answers = (await reading).trim().split('\n')
  assert.deepEqual(linesBut(changed, /^unchanged /).slice(0, 3), [
    'written /etc/breezeway.env',
    'restarted breezeway@3001',
    'restarted breezeway@3002',
  ])
  assert.deepEqual(
    answers.filter((status) => status !== '200'),
    [],
  )
  process.stdout.write(`  ${answers.length} pages were read meanwhile, and none refused\n`)
  const page = await debian.run(['curl', '--silent', '--cacert', authority, `${site}/contact`])
  assert.match(page, /\(407\) 555-0123/)
}
