import { photoLimits } from '#/contracts/referrals/requests.ts'
import { networksOf } from '#/server/http/client-address.ts'
import { NoPhoto } from './make-photo.ts'

/** How many bytes of files may be in the memory of the process at once, and of one client. */
export type FileBudget = { process: number; client: number }

/** Five files of the largest size at once, two from one client. Slow ones take little at a time. */
const usualFileBudget: FileBudget = {
  process: 5 * photoLimits.bytes,
  client: 2 * photoLimits.bytes,
}

/** A file counts as at least this part of the budget of the process, so that there are 60 at most. */
const leastPart = 1 / 60

/** Each file counts as if it had been here this much longer: at first it is the bytes that count. */
const headStartMs = 5_000

/** The time that a network has had counts for this long. */
const rememberedMs = 10 * 60_000

/** The slot of one file, from its first byte until it is dealt with. */
export type Slot = {
  /** Counts bytes that have come. False if the file has no slot any more: then they are dropped. */
  hold: (bytes: number) => boolean
  /** Does the work when it is this file's turn. Throws `NoPhoto` if it has lost its slot first. */
  whenTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  leave: () => void
}

/** What is known of a slot. One whose file is being decoded is not taken from it. */
type Held = {
  client: string
  network: string
  bytes: number
  since: number
  isWorking: boolean
  lose: () => void
  /** Set while it waits for its turn. */
  begin?: () => void
}

/** Those of the slots whose key has the most weight. */
function heaviest(slots: Held[], keyOf: (slot: Held) => unknown, weightOf: (slot: Held) => number) {
  const weights = new Map<unknown, number>()
  for (const slot of slots) {
    weights.set(keyOf(slot), (weights.get(keyOf(slot)) ?? 0) + weightOf(slot))
  }
  const most = Math.max(...weights.values())
  return slots.filter((slot) => weights.get(keyOf(slot)) === most)
}

/** Decodes one file at a time, first for those who have had the least time of late. */
function createTurns(waiting: () => Held[]) {
  const usedMs = new Map<string, number>()
  let forgetAt = 0
  let isTaken = false

  function next(): void {
    if (isTaken) return
    const used = (key: string) => usedMs.get(key) ?? 0
    const [first] = waiting().sort(
      (a, b) => used(a.network) - used(b.network) || used(a.client) - used(b.client),
    )
    if (!first) return
    isTaken = true
    first.isWorking = true
    first.begin?.()
  }

  return {
    next,
    /** After a turn that began then. */
    end({ client, network }: Held, beganAt: number): void {
      const now = performance.now()
      if (now > forgetAt) {
        usedMs.clear()
        forgetAt = now + rememberedMs
      }
      for (const key of new Set([client, network])) {
        usedMs.set(key, (usedMs.get(key) ?? 0) + now - beganAt)
      }
      isTaken = false
      next()
    },
  }
}

/** Opens a slot for a file of the client with this address; `onLost` is called if it loses it. */
export type OpenSlot = (address: string | undefined, onLost: () => void) => Slot

/**
 * Shares memory and time among the clients who send photographs. Where memory is short, that network
 * makes room which has held the most for the longest, and in it that client: a client that
 * sends slowly, or many at once, loses to the next one that comes.
 */
export function createPhotoSlots(most: FileBudget = usualFileBudget): OpenSlot {
  const slots = new Set<Held>()
  const turns = createTurns(() => [...slots].filter(({ begin }) => begin))

  const costOf = ({ bytes }: Held) => Math.max(bytes, most.process * leastPart)
  const sum = (some: Iterable<Held>) => [...some].reduce((total, slot) => total + costOf(slot), 0)

  function whoMakesRoom(): Held | undefined {
    const now = performance.now()
    const weightOf = (slot: Held) => costOf(slot) * (now - slot.since + headStartMs)
    const movable = [...slots].filter(({ isWorking }) => !isWorking)
    const ofNetwork = heaviest(movable, ({ network }) => network, weightOf)
    const ofClient = heaviest(ofNetwork, ({ client }) => client, weightOf)
    return heaviest(ofClient, (slot) => slot, weightOf)[0]
  }

  /** False if it is the slot itself that has to go. */
  function makeRoom(slot: Held): boolean {
    const isOwn = ({ client }: Held) => client === slot.client
    if (sum([...slots].filter(isOwn)) > most.client) return false
    while (sum(slots) > most.process) {
      const loser = whoMakesRoom()
      if (!loser || loser === slot) return false
      loser.lose()
    }
    return true
  }

  return (address, onLost) => {
    const [client, ...wider] = networksOf(address)
    const turn = Promise.withResolvers<void>()
    // It may be lost before anything waits for it.
    turn.promise.catch(() => {})
    const slot: Held = {
      ...{ client, network: wider.at(-1) ?? client, bytes: 0, since: performance.now() },
      isWorking: false,
      lose() {
        leave()
        turn.reject(new NoPhoto('busy'))
        onLost()
      },
    }
    slots.add(slot)
    const leave = () => {
      slots.delete(slot)
    }
    return {
      leave,
      hold(bytes) {
        if (!slots.has(slot)) return false
        slot.bytes += bytes
        const hasRoom = makeRoom(slot)
        if (!hasRoom) slot.lose()
        return hasRoom
      },
      async whenTurn(work) {
        slot.begin = turn.resolve
        turns.next()
        await turn.promise
        delete slot.begin
        const beganAt = performance.now()
        try {
          return await work()
        } finally {
          turns.end(slot, beganAt)
        }
      },
    }
  }
}
