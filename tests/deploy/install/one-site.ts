import type { Debian } from './debian.ts'
import {
  authority,
  copySettings,
  expectEqual,
  expectMatch,
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
  expectMatch(first, /^not started .*no systemd runs here/m)
  const before = await listFiles(debian)
  const second = await runInstall(debian)
  expectEqual(linesBut(second, /^unchanged /), ['not started'])
  expectEqual(await listFiles(debian), before)
}

/** Where something starts units, a run starts the site, which answers by its name; the next does nothing. */
export async function startAndLook(debian: Debian, toStart = ['caddy']): Promise<void> {
  const started = await runInstall(debian)
  expectEqual(linesBut(started, /^unchanged /).slice(0, 3 + toStart.length), [
    'restarted breezeway@3001',
    'restarted breezeway@3002',
    ...toStart.map((name) => `restarted ${name}`),
    `checked a request through ${site} was stored, found and removed`,
  ])
  const before = await listFiles(debian)
  const again = await runInstall(debian)
  expectEqual(linesBut(again, /^unchanged /)[0]?.split(' ')[0], 'checked')
  expectMatch(again, /^unchanged +breezeway@3001 runs\n/m)
  expectEqual(await listFiles(debian), before)

  const curl = ['curl', '--silent', '--show-error', '--cacert', authority, '--dump-header', '-']
  const page = await debian.run([...curl, '--compressed', `${site}/contact`])
  expectMatch(page, /^HTTP\/2 200/)
  expectMatch(page, /^alt-svc: h3=/m)
  expectMatch(page, /^content-encoding: br|^content-encoding: gzip/m)
  expectMatch(page, /Breezeway HVAC Network/)
  const plain = await debian.run([...curl, 'http://breezeway.test/'])
  expectMatch(plain, /^location: https:\/\/breezeway\.test\//im)
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
  expectEqual(linesBut(changed, /^unchanged /).slice(0, 3), [
    'written /etc/breezeway.env',
    'restarted breezeway@3001',
    'restarted breezeway@3002',
  ])
  expectEqual(
    answers.filter((status) => status !== '200'),
    [],
  )
  process.stdout.write(`  ${answers.length} pages were read meanwhile, and none refused\n`)
  const page = await debian.run(['curl', '--silent', '--cacert', authority, `${site}/contact`])
  expectMatch(page, /\(407\) 555-0123/)
}
