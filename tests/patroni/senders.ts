import { setTimeout as sleep } from 'node:timers/promises'
import { contactBody } from '../factories.ts'

const senderCount = 5
/** Together they send twenty a second. */
const everyMs = 250

/** What became of the requests of all senders. */
export type Sent = { acknowledged: string[]; refused: number[]; longestMs: number }

/** Sends leads with names of their own until `stop`, which returns what became of them. */
export function startSenders(siteUrl: string): { stop: () => Promise<Sent> } {
  const sent: Sent = { acknowledged: [], refused: [], longestMs: 0 }
  let isOver = false

  async function send(name: string) {
    const begun = performance.now()
    const response = await fetch(`${siteUrl}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contactBody({ name })),
    })
    await response.arrayBuffer()
    sent.longestMs = Math.max(sent.longestMs, performance.now() - begun)
    if (response.status === 201) sent.acknowledged.push(name)
    else sent.refused.push(response.status)
  }

  async function run(sender: number) {
    const open: Promise<void>[] = []
    for (let i = 0; !isOver; i += 1) {
      // Without waiting for the answer: a slow one must not make it fewer.
      open.push(send(`Sender ${sender} Number ${i}`))
      await sleep(everyMs)
    }
    await Promise.all(open)
  }
  const senders = Array.from({ length: senderCount }, (_, sender) => run(sender))
  return {
    async stop() {
      isOver = true
      await Promise.all(senders)
      return sent
    },
  }
}
