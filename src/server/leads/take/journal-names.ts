import { readdir } from 'node:fs/promises'

export type JournalNames = {
  /** All of them, sorted, so that those of records are in the order of time. */
  read: () => Promise<string[]>
  /** Those that this process knows of, without a look at the disk. */
  known: () => Iterable<string>
  /** This process has made the file. */
  add: (name: string) => void
  /** This process has removed the file, or found that another has. */
  drop: (name: string) => void
}

/** With many files, changes by other processes are noticed this late. */
const staleMs = 60_000

/**
 * Knows the names of a folder with very many files without reading it each second: they are in
 * memory, and the folder is read once a minute. With `few` files or less it is read each time.
 */
export function createJournalNames(folder: string, few = 1_000): JournalNames {
  let names = new Set<string>()
  let isSorted = true
  let last = ''
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  /** Changes since the reading began; it may have seen them, or not. */
  let changes: (() => void)[] = []

  function change(apply: () => void) {
    apply()
    if (reading) changes.push(apply)
  }

  function addNow(name: string) {
    names.add(name)
    if (name < last) isSorted = false
    else last = name
  }

  async function readFolder() {
    changes = []
    const found = (await readdir(folder)).sort()
    names = new Set(found)
    last = found.at(-1) ?? ''
    isSorted = true
    for (const apply of changes) apply()
    readAt = performance.now()
  }

  return {
    async read() {
      if (names.size <= few || performance.now() - readAt > staleMs) {
        reading ??= readFolder().finally(() => {
          reading = undefined
        })
        await reading
      }
      if (!isSorted) {
        names = new Set([...names].sort())
        isSorted = true
      }
      return [...names]
    },
    known: () => names,
    add: (name) => change(() => addNow(name)),
    drop: (name) => change(() => names.delete(name)),
  }
}
