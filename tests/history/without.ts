import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const thisCheckout = fileURLToPath(new URL('../..', import.meta.url))

/** The parts of a checkout that the server needs, besides its packages. */
const neededParts = ['package.json', 'dist', 'migrations', 'public', 'src']

/** A text in a file of the product, and what stands there instead when the cure is off. */
type Change = { file: string; text: string; instead: string }

const intake = 'src/server/leads/take/submit-lead.ts'
const taker = 'src/server/leads/take/take-lead.ts'
const journal = 'src/server/leads/take/journal.ts'
const claims = 'src/server/notifications/deliveries/claims.ts'
const session = 'src/server/db/connect/session.ts'

/** The product's own cures that a run can do without, to show that the checker sees their lack. */
export const cures: Record<string, readonly Change[]> = {
  /** A repeat is not recognised by its content. */
  hash: [
    {
      file: intake,
      text: 'return hash(JSON.stringify(leadFieldNames.flatMap((name) => alike[name])))',
      instead: 'return hash(randomUUID() + leadFieldNames.join() + alike.name)',
    },
  ],
  /** A claim of a delivery ends as soon as it is made, and does not keep others out. */
  lease: [
    { file: claims, text: ' for update skip locked', instead: '' },
    { file: claims, text: 'dueAt: fromNow(leaseMs)', instead: 'dueAt: fromNow(0 * leaseMs)' },
  ],
  /** What the database does not store is refused. */
  journal: [
    {
      file: taker,
      text: 'logUnstored(log, err)',
      instead: 'throw err',
    },
    { file: taker, text: 'if (!store.isAway()) {', instead: 'if (true) {' },
  ],
  /** What was written is left to the operating system, until it likes to put it on the disk. */
  fsync: [
    { file: journal, text: 'await file.sync()', instead: '' },
    { file: journal, text: 'shared(() => syncFolder(folder))', instead: 'async () => {}' },
    // A commit is reported before it is on the disk.
    {
      file: session,
      text: "else 'on' end",
      instead: "else 'off' end",
    },
  ],
}

/** Copies the product without one of its cures into a folder. Throws if the code has changed since. */
export function copyWithout(cure: string, folder: string): string {
  const changes = cures[cure]
  if (!changes) throw new Error(`there is no ${cure}, only ${Object.keys(cures).join(', ')}`)
  const checkout = join(folder, 'breezeway')
  mkdirSync(checkout)
  for (const part of neededParts) {
    cpSync(join(thisCheckout, part), join(checkout, part), { recursive: true })
  }
  symlinkSync(realpathSync(join(thisCheckout, 'node_modules')), join(checkout, 'node_modules'))
  for (const { file, text, instead } of changes) {
    const path = join(checkout, file)
    const source = readFileSync(path, 'utf8')
    if (source.split(text).length !== 2) throw new Error(`${file} has not once: ${text}`)
    writeFileSync(
      path,
      source.replace(text, () => instead),
    )
  }
  return checkout
}
