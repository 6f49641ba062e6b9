import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { vi } from 'vitest'
import { freePort } from '#tests/support/machine/free-port.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const defaults = '/usr/share/postfix'
/** Who owns the mailboxes: the user `nobody`. */
const mailboxOwner = 65_534

/** The users that have a mailbox. */
export const mailboxes = ['first', 'second', 'third', 'fourth'] as const
type Mailbox = (typeof mailboxes)[number]

/** The address of a mailbox. Mail for any other is refused. */
export const addressOf = (name: string) => `${name}@world.test`

/** Debian's Postfix with its defaults, and a folder, a port and mailboxes of its own. */
export type Postfix = {
  port: number
  start: () => Promise<void>
  stop: () => void
  /** Answers a recipient's first attempt with 'try again later', as greylisting does. */
  greylist: (address: string) => void
  /** The mails in a mailbox. */
  mailsOf: (name: Mailbox) => Promise<ParsedMail[]>
  remove: () => void
}

/** The part of Postfix's policy protocol that greylisting needs. */
async function startPolicy() {
  const greylisted = new Set<string>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request) => {
      const [, address = ''] = /^recipient=(.*)$/m.exec(request.toString()) ?? []
      const isFirst = greylisted.delete(address)
      socket.write(`action=${isFirst ? 'defer_if_permit Greylisted, try again' : 'dunno'}\n\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, greylisted, close: () => server.close() }
}

/** The default master.cf, without chroot because the queue is in a folder of the test's own. */
function masterWithPort(port: number): string {
  return readFileSync(join(defaults, 'master.cf.dist'), 'utf8')
    .replace(/^smtp +inet/m, `127.0.0.1:${port} inet`)
    .replaceAll(/^(\S+ +\S+ +\S+ +\S+ +)y/gm, '$1n')
}

/** Makes a Postfix, which does not run yet. */
export async function makePostfix(): Promise<Postfix> {
  const folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  const at = (name: string) => join(folder.path, name)
  for (const name of ['config', 'queue', 'data', 'mail']) mkdirSync(at(name))
  chownSync(at('mail'), mailboxOwner, mailboxOwner)
  chownSync(at('data'), Number(execFileSync('id', ['-u', 'postfix'])), 0)
  const port = await freePort()
  const policy = await startPolicy()
  const settings = {
    queue_directory: at('queue'),
    data_directory: at('data'),
    maillog_file: at('log'),
    maillog_file_prefixes: folder.path,
    mydestination: '',
    virtual_mailbox_domains: 'world.test',
    virtual_mailbox_base: at('mail'),
    virtual_mailbox_maps: `inline:{ ${mailboxes.map((name) => `{${addressOf(name)} = ${name}/}`)} }`,
    virtual_uid_maps: `static:${mailboxOwner}`,
    virtual_gid_maps: `static:${mailboxOwner}`,
    smtpd_recipient_restrictions: `check_policy_service inet:127.0.0.1:${policy.port}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  // Debian's package makes a new main.cf of these two.
  const stock = ['main.cf.debian', 'main.cf.tls']
    .map((name) => readFileSync(join(defaults, name), 'utf8'))
    .join('\n')
  writeFileSync(join(at('config'), 'main.cf'), stock + lines.join(''))
  writeFileSync(join(at('config'), 'master.cf'), masterWithPort(port))
  const run = (command: string) =>
    execFileSync('/usr/sbin/postfix', ['-c', at('config'), command], { stdio: 'pipe' })
  const isRunning = () => {
    try {
      run('status')
      return true
    } catch {
      return false
    }
  }
  const stop = () => void (isRunning() && run('stop'))
  return {
    port,
    stop,
    async start() {
      run('start')
      await vi.waitFor(() => run('status'), { timeout: 30_000, interval: 50 })
    },
    greylist: (address) => policy.greylisted.add(address),
    async mailsOf(name) {
      const files = globSync(join(at('mail'), name, 'new', '*'))
      return Promise.all(files.map((file) => simpleParser(readFileSync(file))))
    },
    remove() {
      stop()
      policy.close()
      folder.remove()
    },
  }
}
