import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Bytes, Recorded } from './records.ts'

/** A change of a file's content. A new size below `offset` cuts the file; a larger one adds zeros. */
export type ContentChange = { offset: number; bytes: Bytes; size: number; newSize: number }

/** A file, whatever its names are. Of its changes, so many are on the disk for certain. */
export type SimulatedFile = {
  kind: 'file'
  /** Its newest name. */
  path: string
  /** Where its first content is, below the folder that the disk began with. */
  origin?: string
  firstSize: number
  changes: ContentChange[]
  synced: number
}

/** One change of a folder's names. A rename within a folder is one: no cut shows half of it. */
export type NameChange = { removed?: string; added?: { name: string; node: SimulatedNode } }

/** A folder. Of the changes of its names, so many are on the disk for certain. */
export type SimulatedFolder = {
  kind: 'folder'
  path: string
  firstNames: ReadonlyMap<string, SimulatedNode>
  /** As the processes see it. */
  names: Map<string, SimulatedNode>
  changes: NameChange[]
  synced: number
}

export type SimulatedNode = SimulatedFile | SimulatedFolder

/** Whether a sync of this path counts. What is switched off is as a disk, or a program, that lies. */
export type CountsSync = (path: string, kind: SimulatedNode['kind']) => boolean

const sizeNow = ({ changes, firstSize }: SimulatedFile) => changes.at(-1)?.newSize ?? firstSize

/**
 * A disk after some records: what is on it for certain, and what may be. A file's content is certain
 * once the file was synced, a name once its folder was, as POSIX has it; most file systems promise
 * more.
 */
export class SimulatedDisk {
  readonly root: SimulatedFolder
  readonly #inodes = new Map<number, SimulatedNode>()
  readonly #syncs = new Map<number, { node: SimulatedNode; changes: number }>()
  readonly #countsSync: CountsSync
  /** How many changes are on the disk for certain. */
  certainChanges = 0

  private constructor(origin: string, inodes: ReadonlyMap<string, number>, countsSync: CountsSync) {
    this.#countsSync = countsSync
    this.root = this.#readFolder(origin, '', inodes)
  }

  /** The disk as a folder is, all of it synced. Its files were recorded under other inodes. */
  static of(
    origin: string,
    inodes: ReadonlyMap<string, number>,
    countsSync: CountsSync = () => true,
  ): SimulatedDisk {
    return new SimulatedDisk(origin, inodes, countsSync)
  }

  #readFolder(origin: string, path: string, inodes: ReadonlyMap<string, number>): SimulatedFolder {
    const names = new Map<string, SimulatedNode>()
    for (const entry of readdirSync(join(origin, path), { withFileTypes: true })) {
      const own = join(path, entry.name)
      if (entry.isDirectory()) names.set(entry.name, this.#readFolder(origin, own, inodes))
      if (!entry.isFile()) continue
      const firstSize = statSync(join(origin, own)).size
      const node: SimulatedFile = { ...emptyFile(own), origin: own, firstSize }
      names.set(entry.name, node)
      this.#know(inodes.get(own), node)
    }
    const node = toFolder(path, names)
    this.#know(inodes.get(path), node)
    return node
  }

  #know(inode: number | undefined, node: SimulatedNode): void {
    if (inode !== undefined) this.#inodes.set(inode, node)
  }

  #folderOf(path: string): SimulatedFolder {
    let folder = this.root
    for (const name of dirname(path).split('/')) {
      if (name === '.') continue
      const next = folder.names.get(name)
      if (next?.kind !== 'folder') throw new Error(`there is no folder for ${path}`)
      folder = next
    }
    return folder
  }

  #placeOf(path: string) {
    return { folder: this.#folderOf(path), name: basename(path) }
  }

  /** Takes one name away and gives another, as the processes see it at once. */
  #rename(removedPath: string | undefined, addedPath: string | undefined, node: SimulatedNode) {
    const removed = removedPath === undefined ? undefined : this.#placeOf(removedPath)
    const added = addedPath === undefined ? undefined : this.#placeOf(addedPath)
    removed?.folder.names.delete(removed.name)
    added?.folder.names.set(added.name, node)
    const removal = removed && { removed: removed.name }
    const addition = added && { added: { name: added.name, node } }
    if (removed && removed.folder === added?.folder) {
      removed.folder.changes.push({ ...removal, ...addition })
      return
    }
    if (removal) removed?.folder.changes.push(removal)
    if (addition) added?.folder.changes.push(addition)
  }

  #make(inode: number, node: SimulatedNode): void {
    this.#rename(undefined, node.path, node)
    this.#know(inode, node)
  }

  #change(inode: number, toChange: (size: number) => ContentChange): void {
    const node = this.#inodes.get(inode)
    if (node?.kind === 'file') node.changes.push(toChange(sizeNow(node)))
  }

  #beginSync(inode: number, id: number): void {
    const node = this.#inodes.get(inode)
    if (!node || !this.#countsSync(node.path, node.kind)) return
    this.#syncs.set(id, { node, changes: node.changes.length })
  }

  #endSync(id: number): void {
    const sync = this.#syncs.get(id)
    this.#syncs.delete(id)
    if (!sync || sync.changes <= sync.node.synced) return
    this.certainChanges += sync.changes - sync.node.synced
    sync.node.synced = sync.changes
  }

  #nodeAt(path: string): SimulatedNode | undefined {
    return this.#folderOf(path).names.get(basename(path))
  }

  /** The text of a file that was only appended to, as the processes see it; empty if there is none. */
  contentOf(path: string): string {
    const node = this.#nodeAt(path)
    if (node?.kind !== 'file') return ''
    return node.changes.map(({ bytes }) => bytes.toString()).join('')
  }

  /** Does what a recorded process did. */
  apply(record: Recorded): void {
    switch (record.kind) {
      case 'create':
        this.#make(record.inode, emptyFile(record.path))
        break
      case 'makeFolder':
        this.#make(record.inode, toFolder(record.path, new Map()))
        break
      case 'write': {
        const { inode, offset, bytes, size } = record
        this.#change(inode, (before) => {
          return { offset, bytes, size, newSize: Math.max(before, offset + size) }
        })
        break
      }
      case 'resize':
      case 'grow':
        this.#change(record.inode, (before) => {
          const newSize = record.kind === 'grow' ? Math.max(before, record.size) : record.size
          const offset = Math.min(before, newSize)
          return { offset, bytes: 'zeros', size: Math.max(before, newSize) - offset, newSize }
        })
        break
      case 'syncBegins':
        this.#beginSync(record.inode, record.id)
        break
      case 'syncEnds':
        this.#endSync(record.id)
        break
      default:
        this.#applyName(record)
    }
  }

  #applyName(record: Extract<Recorded, { kind: 'rename' | 'link' | 'remove' }>): void {
    const node = this.#nodeAt(record.path)
    // A socket or a link: nothing of it is on the simulated disk.
    if (!node) return
    const removed = record.kind === 'link' ? undefined : record.path
    const added = record.kind === 'remove' ? undefined : record.target
    this.#rename(removed, added, node)
    if (record.kind === 'rename') node.path = record.target
  }
}

const emptyFile = (path: string): SimulatedFile => ({
  ...{ kind: 'file', path, firstSize: 0, changes: [], synced: 0 },
})

const toFolder = (path: string, names: Map<string, SimulatedNode>): SimulatedFolder => ({
  kind: 'folder',
  path,
  firstNames: new Map(names),
  names,
  changes: [],
  synced: 0,
})

/** The inode of each file and folder below a folder, by its path. */
export function inodesBelow(folder: string): Map<string, number> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(['', ...paths].map((path) => [path, statSync(join(folder, path)).ino]))
}

/** The first content of a file. */
export function firstContent(origin: string, file: SimulatedFile): Buffer {
  return file.origin === undefined ? Buffer.alloc(0) : readFileSync(join(origin, file.origin))
}
