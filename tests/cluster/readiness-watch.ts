import { setTimeout as sleep } from 'node:timers/promises'
import type { Readiness } from '#tests/support/server-process.ts'
import { type ProductNode, readReadiness } from './product-node.ts'

const everyMs = 300

/** What a node said in `/readyz` at a time of `Date.now`; undefined if it said nothing. */
export type Look = { at: number; node: string; words: string | undefined }

/** What is not as it should be, in the words of `/readyz`; an empty text if nothing. */
function wordsOf({ status, database, signals, journal, mail, leads }: Readiness): string {
  const parts = Object.entries({ database, signals, journal, mail })
    .filter(([, state]) => state !== 'ready')
    .map(([part, state]) => `${part} ${state}`)
  if (leads.waiting > 0) parts.push(`${leads.waiting} wait`)
  return parts.length > 0 || status === 'ready' ? parts.join(', ') : status
}

/** Looks at `/readyz` of each node again and again until `stop`. */
export function watchReadiness(nodes: readonly ProductNode[]) {
  const looks: Look[] = []
  let isOver = false
  async function watch(node: ProductNode) {
    for (; !isOver; await sleep(everyMs)) {
      const words = await readReadiness(node).then(wordsOf, () => undefined)
      looks.push({ at: Date.now(), node: node.name, words })
    }
  }
  const watching = nodes.map(watch)
  return {
    looks: looks as readonly Look[],
    /** When every node had said this, the first time since then; undefined if not all of them have. */
    whenAllSaid(pattern: RegExp, since: number): number | undefined {
      const first = nodes.map(
        ({ name }) =>
          looks.find(
            ({ at, node, words }) => at >= since && node === name && pattern.test(words ?? ''),
          )?.at ?? Number.POSITIVE_INFINITY,
      )
      const last = Math.max(...first)
      return Number.isFinite(last) ? last : undefined
    },
    /** True if every node says at the moment that all is well. */
    areAllSilent: () =>
      nodes.every(({ name }) => looks.findLast(({ node }) => node === name)?.words === ''),
    async stop() {
      isOver = true
      await Promise.all(watching)
    },
  }
}

export type ReadinessWatch = ReturnType<typeof watchReadiness>
