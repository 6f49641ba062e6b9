import type { LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { type LeadOrder, pageLimits } from '#/contracts/limits.ts'
import { createStore, type Store } from '../../store.ts'
import {
  emptyList,
  indexOfLead,
  type LeadList,
  type ListPage,
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

type SnapshotStore = Store<ListSnapshot>

const patchOf = (store: SnapshotStore) => (part: Partial<ListSnapshot>) =>
  store.set({ ...store.get(), ...part })

/** How much is asked for when a page is read again. */
const limitAgain = ({ size }: ListPage) =>
  Math.min(pageLimits.max, Math.max(size, pageLimits.default) + growth)

/** The pages with the rows that are seen, and the first of them whose rows are not held, or -1. */
function pagesInSight(list: LeadList, seen: { from: number; to: number }) {
  const pageOf = (row: number) => pageOfRow(list, Math.min(row, list.rowCount - 1))
  const first = Math.max(0, pageOf(seen.from))
  const last = Math.max(first, pageOf(seen.to))
  const missing = list.pages.findIndex(
    ({ rows }, index) => !rows && index >= first && index <= last,
  )
  return { first, last, missing }
}

/** Reads the pages of a list as their rows come into sight, and again what may be out of date. */
function createReader({ order, readPage }: ListSource, store: SnapshotStore) {
  const { get } = store
  const patch = patchOf(store)
  let seen = { from: 0, to: 0 }
  /** Changes during a read, whose answer may be older than they are: they are made again after it. */
  let changesWhileReading: (() => void)[] = []
  let wantsRefresh = false

  /** One call at a time: what is read next depends on what was read before. */
  async function read(work: () => Promise<void>): Promise<void> {
    if (get().isReading) return
    patch({ isReading: true, hasFailed: false })
    try {
      await work()
    } catch {
      wantsRefresh = false
      patch({ hasFailed: true })
    }
    const changes = changesWhileReading
    changesWhileReading = []
    patch({ isReading: false })
    for (const change of changes) change()
    if (wantsRefresh) void refresh()
    else readMissing()
  }

  async function refresh() {
    wantsRefresh = get().isReading
    await read(async () => {
      for (const [index, { rows }] of get().list.pages.entries()) {
        if (rows) await readAgain(index)
      }
    })
  }

  async function readNext() {
    const { next } = get().list
    const answer = await readPage({ limit: pageLimits.default, cursor: next ?? undefined })
    patch({ list: withNextPage(get().list, answer) })
  }

  async function readAgain(index: number) {
    const page = get().list.pages[index]
    if (!page) return
    const answer = await readPage({ limit: limitAgain(page), cursor: page.cursor })
    const list = withPageAgain(get().list, index, answer)
    if (list) return patch({ list })
    // Too much has come in to join what is held: it starts over.
    const first = await readPage({ limit: pageLimits.default, cursor: undefined })
    patch({ list: withNextPage(emptyList(order), first), waiting: [] })
  }

  function readMissing() {
    const { list, isReading, hasFailed } = get()
    if (isReading || hasFailed) return
    const { first, last, missing } = pagesInSight(list, seen)
    if (missing >= 0) void read(() => readAgain(missing))
    else if (list.next !== null && seen.to + readAhead >= list.rowCount) void read(readNext)
    else {
      const kept = withoutFarPages(list, first - keptPages, last + keptPages)
      if (kept !== list) patch({ list: kept })
    }
  }

  return {
    refresh,
    show(from: number, to: number) {
      seen = { from, to }
      readMissing()
    },
    retry() {
      patch({ hasFailed: false })
      readMissing()
    },
    change(work: () => void) {
      if (get().isReading) changesWhileReading.push(work)
      work()
    },
  }
}

/** Makes a list of which nothing was read. Its functions may be passed around freely. */
export function createLeadListStore(source: ListSource) {
  const { order, accepts } = source
  const store = createStore<ListSnapshot>({
    list: emptyList(order),
    waiting: [],
    isReading: false,
    hasFailed: false,
  })
  const { get } = store
  const patch = patchOf(store)
  const { show, retry, refresh, change } = createReader(source, store)

  function remove(leadId: number) {
    change(() => {
      const { list, waiting } = get()
      const others = waiting.filter(({ id }) => id !== leadId)
      patch({ list: withoutLead(list, leadId), waiting: others })
    })
  }

  return {
    getSnapshot: get,
    /** What the list shows, for a component. */
    useSnapshot: store.use,

    /** Says which rows are seen; what is missing of them is read. */
    show,

    /** Tries again after a failure. */
    retry,

    /** Reads again what is held: something may have been missed. */
    refresh,

    /** A lead has come in. It waits where somebody has scrolled down: nobody wants rows to move below the pointer. */
    receive(lead: LeadEntry, isScrolledDown: boolean) {
      // It may have come in from quarantine, which this list shows.
      if (!accepts(lead)) return remove(lead.id)
      change(() => {
        const { list, waiting } = get()
        if (isScrolledDown && order === 'newest' && indexOfLead(list, lead.id) < 0) {
          patch({ waiting: [lead, ...waiting.filter(({ id }) => id !== lead.id)] })
        } else patch({ list: withLead(list, lead, true) })
      })
    },

    /** A lead has changed. */
    update(lead: LeadEntry) {
      const isWanted = accepts(lead)
      change(() => {
        const { list, waiting } = get()
        if (waiting.some(({ id }) => id === lead.id)) {
          const others = waiting.filter(({ id }) => id !== lead.id)
          patch({ waiting: isWanted ? [lead, ...others] : others })
        } else patch({ list: withLead(list, lead, isWanted) })
      })
    },

    /** A lead is gone. */
    remove,

    /** Puts those that wait into the list. */
    showWaiting() {
      const { list, waiting } = get()
      if (waiting.length === 0) return
      patch({ list: waiting.reduce((sum, lead) => withLead(sum, lead, true), list), waiting: [] })
    },
  }
}
