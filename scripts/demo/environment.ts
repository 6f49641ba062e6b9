/**
 * What of the environment the demo's server gets: nothing that leads to real data or real mails. HOST is
 * left out too: only this machine is to reach it, and some shells set HOST for themselves.
 */
const passedOn = [
  ...['PORT', 'LOG_LEVEL', 'PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'],
  'NODE_COMPILE_CACHE',
]

/** Why the demo does not start. The message is for the terminal. */
export class Refused extends Error {}

type Environment = Record<string, string | undefined>

/** Throws `Refused` where the environment names a database or a folder of somebody's. */
export function refuseRealData(env: Environment): void {
  for (const name of ['DATA_DIR', 'DATABASE_URL']) {
    if (!env[name]) continue
    throw new Refused(
      `${name} is set. The demo fills a folder of its own and touches no other data: start it without ${name}.`,
    )
  }
}

/** The environment of the demo's server. */
export function environmentOf(
  env: Environment,
  { dataDir, mailServer }: { dataDir: string; mailServer: string },
): Record<string, string> {
  const given = passedOn.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return {
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    JOURNAL_RESERVE_MB: '0',
    EMBEDDED_AGE_NOTICE: 'off',
    ...Object.fromEntries(given),
    DATA_DIR: dataDir,
    SMTP_URL: mailServer,
  }
}
