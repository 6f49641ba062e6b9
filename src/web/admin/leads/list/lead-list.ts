import type { LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'

/** A page of the list. One far away from what is seen keeps its place and gives up its rows. */
export type ListPage = {
  cursor: string | undefined
  size: number
  rows: readonly LeadEntry[] | undefined
  /** Where the page ended when it was first read: the next one begins behind it. */
  end: LeadEntry | undefined
}

/**
 * The part of a list that was read so far, from one of its ends. However deep it is scrolled, only
 * the rows of a few pages are held. `next` is the cursor of what follows: undefined before the first
 * page was read, null when nothing does.
 */
export type LeadList = {
  order: LeadOrder
  pages: readonly ListPage[]
  next: string | null | undefined
  /** The index of each page's first row. */
  starts: readonly number[]
  rowCount: number
}

function makeList(order: LeadOrder, pages: readonly ListPage[], next: LeadList['next']): LeadList {
  let rowCount = 0
  const starts = pages.map(({ size }) => {
    rowCount += size
    return rowCount - size
  })
  return { order, pages, next, starts, rowCount }
}

/** A list of which nothing was read. */
export function emptyList(order: LeadOrder): LeadList {
  return makeList(order, [], undefined)
}

/** The page that holds the row with this index; -1 beyond the end. */
export function pageOfRow({ starts, rowCount }: LeadList, index: number): number {
  if (index < 0 || index >= rowCount) return -1
  return starts.findLastIndex((start) => start <= index)
}

/** The row with this index, if it is held. */
export function rowAt(list: LeadList, index: number): LeadEntry | undefined {
  const page = pageOfRow(list, index)
  return list.pages[page]?.rows?.[index - (list.starts[page] ?? 0)]
}

/** The index of a lead among the rows that are held; -1 for any other. */
export function indexOfLead({ pages, starts }: LeadList, leadId: number): number {
  for (const [page, { rows }] of pages.entries()) {
    const index = rows?.findIndex(({ id }) => id === leadId) ?? -1
    if (index >= 0) return (starts[page] ?? 0) + index
  }
  return -1
}

/** Every row that is held. */
export function heldRows({ pages }: LeadList): LeadEntry[] {
  return pages.flatMap(({ rows }) => rows ?? [])
}

/** True when the whole list is held. */
export function isWhole({ pages, next }: LeadList): boolean {
  return next === null && pages.every(({ rows }) => rows)
}

/** True when `a` stands before `b` in the order of the list. */
function precedes(order: LeadOrder, a: LeadEntry, b: LeadEntry): boolean {
  const [later, earlier] = order === 'newest' ? [a, b] : [b, a]
  if (later.createdAt === earlier.createdAt) return later.id > earlier.id
  return later.createdAt > earlier.createdAt
}

const pageOf = (cursor: string | undefined, rows: readonly LeadEntry[]): ListPage => ({
  cursor,
  size: rows.length,
  rows,
  end: rows.at(-1),
})

/** The list with the page that follows what was read. */
export function withNextPage(list: LeadList, answer: LeadPage): LeadList {
  const page = pageOf(list.next ?? undefined, answer.data)
  return makeList(list.order, [...list.pages, page], answer.nextCursor)
}

/**
 * The list with a page that was read again; undefined if so much has come in since that the answer
 * does not reach the page behind it.
 */
export function withPageAgain(
  list: LeadList,
  index: number,
  answer: LeadPage,
): LeadList | undefined {
  const page = list.pages[index]
  if (!page) return undefined
  const isLast = index === list.pages.length - 1
  if (isLast) {
    const pages = list.pages.with(index, pageOf(page.cursor, answer.data))
    return makeList(list.order, pages, answer.nextCursor)
  }
  const { end } = page
  const rows = answer.data.filter((row) => !end || !precedes(list.order, end, row))
  if (rows.length === answer.data.length && answer.nextCursor !== null) return undefined
  return makeList(
    list.order,
    list.pages.with(index, { ...page, rows, size: rows.length }),
    list.next,
  )
}

function withRows(list: LeadList, index: number, rows: readonly LeadEntry[]): LeadList {
  const page = list.pages[index]
  if (!page) return list
  return makeList(
    list.order,
    list.pages.with(index, { ...page, rows, size: rows.length }),
    list.next,
  )
}

/** The page into which a lead that is not held belongs; -1 where that was not read. */
function pageFor({ order, pages, next }: LeadList, lead: LeadEntry): number {
  const index = pages.findIndex(({ end }) => end && precedes(order, lead, end))
  return index < 0 && next === null ? pages.length - 1 : index
}

/** The list with a lead as it is now: replaced, put in its place, or taken out where it is unwanted. */
export function withLead(list: LeadList, lead: LeadEntry, isWanted: boolean): LeadList {
  if (!isWanted) return withoutLead(list, lead.id)
  const held = list.pages.findIndex(({ rows }) => rows?.some(({ id }) => id === lead.id))
  if (held >= 0) {
    const rows = list.pages[held]?.rows ?? []
    return withRows(
      list,
      held,
      rows.map((row) => (row.id === lead.id ? lead : row)),
    )
  }
  const index = pageFor(list, lead)
  const rows = list.pages[index]?.rows
  // Where the rows are not held they are read again before they are seen.
  if (!rows) return list
  const before = rows.findIndex((row) => precedes(list.order, lead, row))
  return withRows(list, index, rows.toSpliced(before < 0 ? rows.length : before, 0, lead))
}

/** The list without a lead. */
export function withoutLead(list: LeadList, leadId: number): LeadList {
  const held = list.pages.findIndex(({ rows }) => rows?.some(({ id }) => id === leadId))
  if (held < 0) return list
  return withRows(
    list,
    held,
    (list.pages[held]?.rows ?? []).filter(({ id }) => id !== leadId),
  )
}

/** The list without the rows of the pages outside a range. */
export function withoutFarPages(list: LeadList, from: number, to: number): LeadList {
  const isFar = (page: ListPage, index: number) => page.rows && (index < from || index > to)
  if (!list.pages.some(isFar)) return list
  const pages = list.pages.map((page, index) =>
    isFar(page, index) ? { ...page, rows: undefined } : page,
  )
  return makeList(list.order, pages, list.next)
}
