import { join } from 'node:path'
import type { Random } from './seeded.ts'
import type {
  ContentChange,
  NameChange,
  SimulatedFile,
  SimulatedFolder,
  SimulatedNode,
} from './simulated-disk.ts'

/** How much of what was not synced a disk has: of all, nothing or all of it, or any part. */
const keepings = ['nothing', 'everything', 'parts', 'mixed'] as const

/** What a disk keeps of what was not synced, and the size of what it writes as one. */
export type Cut = { keeps: (typeof keepings)[number]; sector: 512 | 4096 }

/** Any cut. */
export function anyCut(random: Random): Cut {
  return { keeps: random.pick(keepings), sector: random.pick([512, 4096]) }
}

/** What one file or folder keeps. */
const keepsNow = ({ keeps }: Cut, random: Random) =>
  keeps === 'mixed' ? random.pick(['nothing', 'everything', 'parts']) : keeps

/** A content that can grow. */
class Content {
  #bytes: Buffer
  constructor(first: Buffer, size: number) {
    this.#bytes = Buffer.concat([first], Math.max(first.length, size))
  }

  /** Writes what a change has between two places. */
  put({ bytes, offset, size }: ContentChange, from: number, to: number): void {
    const start = Math.max(from, offset)
    const end = Math.min(to, offset + size)
    if (end <= start) return
    if (bytes === 'zeros') this.#bytes.fill(0, start, end)
    else bytes.copy(this.#bytes, start, start - offset, end - offset)
  }

  cutTo = (size: number) => this.#bytes.subarray(0, size)
}

const endOf = ({ offset, size, newSize }: ContentChange) => Math.max(offset + size, newSize)

/**
 * A file after the cut. A sector of the disk has any of the contents that it had in memory since
 * the last sync, whatever its neighbours have, and the file any of its sizes.
 */
function contentAfter(file: SimulatedFile, first: Buffer, cut: Cut, random: Random): Buffer {
  const { changes, synced, firstSize } = file
  const content = new Content(first, Math.max(0, ...changes.map(endOf)))
  const keeps = keepsNow(cut, random)
  const certain = keeps === 'everything' ? changes.length : synced
  for (const change of changes.slice(0, certain)) content.put(change, 0, Infinity)
  const sizes = [firstSize, ...changes.map(({ newSize }) => newSize)]
  if (keeps !== 'parts') return content.cutTo(sizes[certain] ?? 0)

  const pending = changes.slice(synced)
  const bySector = new Map<number, ContentChange[]>()
  for (const change of pending) {
    const last = Math.ceil((change.offset + change.size) / cut.sector)
    for (let sector = Math.floor(change.offset / cut.sector); sector < last; sector += 1) {
      bySector.set(sector, [...(bySector.get(sector) ?? []), change])
    }
  }
  for (const [sector, touching] of bySector) {
    const kept = touching.slice(0, random.below(touching.length + 1))
    const start = sector * cut.sector
    for (const change of kept) content.put(change, start, start + cut.sector)
  }
  return content.cutTo(sizes[synced + random.below(pending.length + 1)] ?? 0)
}

function namesAfter(folder: SimulatedFolder, cut: Cut, random: Random) {
  const keeps = keepsNow(cut, random)
  const isKept = (_: NameChange, index: number) =>
    index < folder.synced || keeps === 'everything' || (keeps === 'parts' && random.next() < 0.5)
  const names = new Map(folder.firstNames)
  for (const { removed, added } of folder.changes.filter(isKept)) {
    if (removed !== undefined) names.delete(removed)
    if (added) names.set(added.name, added.node)
  }
  return names
}

/** What is at a path after the cut. Content is given for files that have changed. */
export type Found = { node: SimulatedNode; content?: Buffer }

/** Everything that a disk has below a folder after the cut, folders before what is in them. */
export function findAfter(
  folder: SimulatedFolder,
  firstContentOf: (file: SimulatedFile) => Buffer,
  cut: Cut,
  random: Random,
): Map<string, Found> {
  const found = new Map<string, Found>()
  const contents = new Map<SimulatedFile, Buffer>()
  function contentOf(file: SimulatedFile): Buffer {
    const content = contents.get(file) ?? contentAfter(file, firstContentOf(file), cut, random)
    contents.set(file, content)
    return content
  }
  function walk(node: SimulatedFolder, path: string): void {
    for (const [name, entry] of namesAfter(node, cut, random)) {
      const own = join(path, name)
      const isChanged = entry.kind === 'file' && entry.changes.length > 0
      found.set(own, { node: entry, ...(isChanged && { content: contentOf(entry) }) })
      if (entry.kind === 'folder') walk(entry, own)
    }
  }
  walk(folder, '')
  return found
}
