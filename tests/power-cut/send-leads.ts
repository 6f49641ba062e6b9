import { appendFileSync } from 'node:fs'
import { contactBody } from '#tests/support/factories.ts'

/**
 * Runs as a process of its own, recorded: sends leads, and writes the name of each one that was
 * answered 201 into a file, so that the recording says when. Prints the other answers.
 */
const [url = '', label = '', count = '', acknowledged = ''] = process.argv.slice(2)

const senders = 3
let sent = 0

async function send(name: string): Promise<number> {
  const response = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody({ name, submissionId: crypto.randomUUID() })),
  })
  await response.arrayBuffer()
  return response.status
}

async function sendShare(): Promise<void> {
  for (; sent < Number(count); ) {
    sent += 1
    const name = `${label} ${sent}`
    const status = await send(name)
    if (status === 201) appendFileSync(acknowledged, `${name}\n`)
    else process.stdout.write(`${name} was answered ${status}\n`)
  }
}

await Promise.all(Array.from({ length: senders }, sendShare))
