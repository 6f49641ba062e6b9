import type { LeadPage } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import { type LeadOrder, pageLimits } from '#/contracts/limits.ts'
import {
  emptyList,
  indexOfLead,
  type LeadList,
  pageOfRow,
  withLead,
  withNextPage,
  withoutFarPages,
  withoutLead,
  withPageAgain,
} from './lead-list.ts'

/** The pages before and behind what is seen that keep their rows. */
const keptPages = 6

/** So many rows before what was read ends, more is read. */
const readAhead = 60

/** A page that is read again may have grown by so many. */
const growth = 50

/** What a list shows: `waiting` are leads that came in while somebody reads further down. */
export type ListSnapshot = {
  list: LeadList
  waiting: readonly LeadEntry[]
  isReading: boolean
  hasFailed: boolean
}

/** Where a list gets its pages from, and which leads belong into it. */
export type ListSource = {
  order: LeadOrder
  readPage: (page: { limit: number; cursor: string | undefined }) => Promise<LeadPage>
  accepts: (lead: LeadEntry) => boolean
}

/** Makes a list of which nothing was read. Its functions may be passed around freely. */
export function createLeadListStore({ order, readPage, accepts }: ListSource) {
  let snapshot: ListSnapshot = {
    list: emptyList(order),
    waiting: [],
    isReading: false,
    hasFailed: false,
  }
  const listeners = new Set<() => void>()
  let seen = { from: 0, to: 0 }
  /** What happened while a page was under way, which may be older: it is done once more after it. */
  let meanwhile: (() => void)[] = []
  let wantsRefresh = false

  function set(part: Partial<ListSnapshot>) {
    snapshot = { ...snapshot, ...part }
    for (const listener of listeners) listener()
  }

  /** One call at a time: what is read next depends on what was read before. */
  async function read(work: () => Promise<void>): Promise<void> {
    if (snapshot.isReading) return
    set({ isReading: true, hasFailed: false })
    try {
      await work()
    } catch {
      wantsRefresh = false
      set({ hasFailed: true })
    }
    const changes = meanwhile
    meanwhile = []
    set({ isReading: false })
    for (const change of changes) change()
    if (wantsRefresh) void refresh()
    else ensure()
  }

  async function refresh() {
    wantsRefresh = snapshot.isReading
    await read(async () => {
      for (const [index, { rows }] of snapshot.list.pages.entries()) {
        if (rows) await readAgain(index)
      }
    })
  }

  function change(work: () => void) {
    if (snapshot.isReading) meanwhile.push(work)
    work()
  }

  async function readNext() {
    const { next } = snapshot.list
    const answer = await readPage({ limit: pageLimits.default, cursor: next ?? undefined })
    set({ list: withNextPage(snapshot.list, answer) })
  }

  async function readAgain(index: number) {
    const page = snapshot.list.pages[index]
    if (!page) return
    const limit = Math.min(pageLimits.max, Math.max(page.size, pageLimits.default) + growth)
    const answer = await readPage({ limit, cursor: page.cursor })
    const list = withPageAgain(snapshot.list, index, answer)
    if (list) set({ list })
    else await startOver()
  }

  async function startOver() {
    const answer = await readPage({ limit: pageLimits.default, cursor: undefined })
    set({ list: withNextPage(emptyList(order), answer), waiting: [] })
  }

  function ensure() {
    const { list, isReading, hasFailed } = snapshot
    if (isReading || hasFailed) return
    const first = Math.max(0, pageOfRow(list, Math.min(seen.from, list.rowCount - 1)))
    const last = Math.max(first, pageOfRow(list, Math.min(seen.to, list.rowCount - 1)))
    const missing = list.pages.findIndex(
      ({ rows }, index) => !rows && index >= first && index <= last,
    )
    if (missing >= 0) void read(() => readAgain(missing))
    else if (list.next !== null && seen.to + readAhead >= list.rowCount) void read(readNext)
    else {
      const kept = withoutFarPages(list, first - keptPages, last + keptPages)
      if (kept !== list) set({ list: kept })
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,

    /** Says which rows are seen; what is missing of them is read. */
    show(from: number, to: number) {
      seen = { from, to }
      ensure()
    },

    /** Tries again after a failure. */
    retry() {
      set({ hasFailed: false })
      ensure()
    },

    /** Reads again what is held: something may have been missed. */
    refresh,

    /** A lead has come in. `isReadingOn`: nobody wants the rows below the pointer to move. */
    receive(lead: LeadEntry, isReadingOn: boolean) {
      if (!accepts(lead)) return
      change(() => {
        const { list, waiting } = snapshot
        if (isReadingOn && order === 'newest' && indexOfLead(list, lead.id) < 0) {
          set({ waiting: [lead, ...waiting.filter(({ id }) => id !== lead.id)] })
        } else set({ list: withLead(list, lead, true) })
      })
    },

    /** A lead has changed. */
    update(lead: LeadEntry) {
      const isWanted = accepts(lead)
      change(() => {
        const { list, waiting } = snapshot
        if (waiting.some(({ id }) => id === lead.id)) {
          const others = waiting.filter(({ id }) => id !== lead.id)
          set({ waiting: isWanted ? [lead, ...others] : others })
        } else set({ list: withLead(list, lead, isWanted) })
      })
    },

    /** A lead is gone. */
    remove(leadId: number) {
      change(() => {
        const { list, waiting } = snapshot
        const others = waiting.filter(({ id }) => id !== leadId)
        set({ list: withoutLead(list, leadId), waiting: others })
      })
    },

    /** Puts those that wait into the list. */
    showWaiting() {
      const { list, waiting } = snapshot
      if (waiting.length === 0) return
      set({ list: waiting.reduce((sum, lead) => withLead(sum, lead, true), list), waiting: [] })
    },
  }
}
