import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { needPackages } from '#tests/support/machine/debian.ts'
import { buildIfStale } from '../../scripts/build.ts'

/** The Debian packages that the tests need, each with a file that it installs. */
const packages = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  w3m: '/usr/bin/w3m',
  postfix: '/usr/sbin/postfix',
  'ssl-cert': '/etc/ssl/certs/ssl-cert-snakeoil.pem',
}

/** Without this the package would start a mail server for the whole machine. */
const withoutServer = 'postfix postfix/main_mailer_type select No configuration\n'

/**
 * `npm run faults -- world`: the flows of visitors, owners and editors with programs that are not part of
 * `npm test`. Installs those that are missing. Arguments choose test files.
 */
async function main(): Promise<number> {
  if (process.getuid?.() !== 0) {
    process.stderr.write(
      'npm run faults -- world starts a mail server: run it as root, on Debian.\n',
    )
    return 1
  }
  try {
    if (!existsSync(packages.postfix))
      execFileSync('debconf-set-selections', { input: withoutServer })
    needPackages(packages)
    // Images of systems have the package without the certificate, which is made when it is installed.
    if (!existsSync(packages['ssl-cert'])) {
      execFileSync('make-ssl-cert', ['generate-default-snakeoil'])
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
  await buildIfStale()
  const args = ['run', '--config', 'tests/world/vitest.config.ts', ...process.argv.slice(2)]
  return spawnSync('vitest', args, { stdio: 'inherit' }).status ?? 1
}

process.exitCode = await main()
