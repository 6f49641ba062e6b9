import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a mail server for the programs of this machine, which writes each mail to a file of a folder
 * and passes none on. Answers its address. It keeps no process from ending.
 */
export async function startMailSink(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope: { rcptTo } }, callback) {
      count += 1
      const to = rcptTo.map(({ address }) => address.replace(/[^\w.@-]/g, '_')).join(' ')
      const name = `${String(count).padStart(4, '0')} ${to}.eml`
      const file = createWriteStream(join(folder, name), { mode: 0o600 })
      file.once('error', callback).once('finish', () => callback())
      stream.pipe(file)
    },
  })
  // A client that leaves in the middle is no reason to end the demo.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.unref()
  return `smtp://127.0.0.1:${port}`
}
