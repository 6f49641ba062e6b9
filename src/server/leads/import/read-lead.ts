import { lostReasonLabels } from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { services } from '#/content/services.ts'
import type { ImportedField } from '#/contracts/leads/lead-import.ts'
import { type FieldProblem, leadFieldSchemas } from '#/contracts/leads/leads.ts'
import { type LostReason, lostReasons } from '#/contracts/referrals/offer-states.ts'
import { detailServiceIds, serviceChoices, unsureServiceId } from '#/contracts/site/services.ts'
import { plainName, type SheetField } from '#/server/sheets/read-sheet.ts'
import { localDay } from '#/server/time/local-day.ts'
import { isPhoneNumber, readPhone } from '../phone.ts'
import { describeProblem } from '../take/refused-submission.ts'

/** The columns, and what owners call them in sheets of their own. */
export const leadColumns: readonly SheetField<ImportedField>[] = [
  { name: 'name', label: 'Name', others: ['fullname', 'customer', 'customername', 'client'] },
  { name: 'phone', label: 'Phone', others: ['phonenumber', 'telephone', 'tel', 'mobile', 'cell'] },
  { name: 'email', label: 'Email', others: ['emailaddress', 'mail'] },
  { name: 'address', label: 'Address', others: ['propertyaddress', 'street', 'streetaddress'] },
  { name: 'service', label: 'Service', others: ['serviceneeded', 'job', 'jobtype', 'work'] },
  { name: 'message', label: 'Message', others: ['notes', 'note', 'comments', 'description'] },
  { name: 'receivedOn', label: 'Received', others: ['date', 'created', 'requestdate', 'jobdate'] },
  { name: 'outcome', label: 'Outcome', others: ['result', 'status', 'state', 'stage'] },
]

/** A request as it is stored. */
export type ImportedLead = {
  name: string
  phone: string
  phoneAsTyped: string
  email: string
  address: string | null
  service: string
  message: string | null
  /** Where the business is; null where the file does not say. */
  receivedOn: string | null
  outcome: 'done' | 'lost'
  lostReason: LostReason | null
}

/** What a row is: a request that is over, one that is not and so is left out, or why it is neither. */
export type ReadLead = { lead: ImportedLead } | { leftOut: string } | { problems: string[] }

const serviceOf = new Map<string, string>([
  ...serviceChoices.flatMap((id): [string, string][] => [
    [plainName(id), id],
    [plainName(serviceLabel(id)), id],
  ]),
  ...detailServiceIds
    .filter((id) => (serviceChoices as readonly string[]).includes(id))
    .map((id): [string, string] => [plainName(services[id].name), id]),
])

const doneWords = /^(done|completed?|won|closed(won)?|sold|paid|finished)?$/
const openWords = /^(open|new|pending|contacted|matched|asked|scheduled|inprogress|nobodyleft)$/
const lostWords = /^(lost|declined|rejected|dead|notinterested|closedlost)$/

/** How it ended: without a word it is done. Undefined for what is not over, null for no such word. */
function readOutcome(cell: string) {
  const word = plainName(cell)
  if (doneWords.test(word)) return { outcome: 'done', lostReason: null } as const
  if (openWords.test(word)) return undefined
  if (lostWords.test(word)) return { outcome: 'lost', lostReason: null } as const
  const isMeant = (reason: LostReason) =>
    plainName(lostReasonLabels[reason]) === word || plainName(reason) === word
  const isCanceled = /^cancell?ed(bythecustomer)?$/.test(word)
  const reason = isCanceled ? 'cancelled' : lostReasons.find(isMeant)
  return reason ? ({ outcome: 'lost', lostReason: reason } as const) : null
}

/** As spreadsheets and this product write a day, with a time of which nothing is kept. */
const dayForm = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?:[T,\s].*)?$/

/** The day of a cell, such as '2026-03-04'; undefined where it is none. */
function readDay(cell: string): string | undefined {
  const [, year, month, date, usMonth, usDate, usYear] = dayForm.exec(cell.trim()) ?? []
  const parts = [year ?? usYear, month ?? usMonth, date ?? usDate]
  const day = parts.map((part = '') => part.padStart(2, '0')).join('-')
  const time = Date.parse(`${day}T00:00Z`)
  return new Date(time || 0).toISOString().startsWith(day) && time > 0 ? day : undefined
}

/** Reads the cells of a row. */
export function readLead(cells: Record<ImportedField, string>): ReadLead {
  const problems: string[] = []
  const read = <Name extends 'name' | 'email' | 'phone' | 'address' | 'message'>(
    name: Name,
    label: string,
    value: string,
  ) => {
    const { data, error } = leadFieldSchemas[name].safeParse(value)
    if (!error) return data
    const { message } = error.issues[0] ?? {}
    problems.push(`${label}: ${describeProblem(name, message as FieldProblem)}`)
    return undefined
  }
  const service = serviceOf.get(plainName(cells.service))
  // What the form does not offer is kept in words.
  const isUnknown = service === undefined && cells.service.trim() !== ''
  const said = isUnknown ? `${cells.service.trim()}\n${cells.message}`.trim() : cells.message
  const name = read('name', 'Name', cells.name)
  const phoneAsTyped = read('phone', 'Phone', cells.phone)
  if (phoneAsTyped && !isPhoneNumber(phoneAsTyped)) {
    problems.push(`Phone: ${describeProblem('phone', 'invalid')}`)
  }
  const email = cells.email.trim() === '' ? '' : read('email', 'Email', cells.email)
  const address = read('address', 'Address', cells.address) ?? null
  const message = read('message', 'Message', said) ?? null
  const receivedOn = cells.receivedOn.trim() === '' ? null : readDay(cells.receivedOn)
  if (receivedOn === undefined) {
    problems.push('Received: Please write the day as 2026-03-04 or 3/4/2026.')
  } else if (receivedOn !== null && receivedOn > localDay()) {
    problems.push('Received: This day has not come yet.')
  }
  const outcome = readOutcome(cells.outcome)
  if (outcome === null) {
    problems.push(`Outcome: Please use Done, Lost, Canceled or a reason (${cells.outcome.trim()}).`)
  }
  if (problems.length > 0) return { problems }
  if (!outcome) {
    return { leftOut: 'It is not over. Enter it with New request, so that it is worked on.' }
  }
  return {
    lead: {
      name: name ?? '',
      phone: readPhone(phoneAsTyped ?? '').number,
      phoneAsTyped: phoneAsTyped ?? '',
      email: email ?? '',
      ...{ address, message, ...outcome },
      service: service ?? unsureServiceId,
      receivedOn: receivedOn ?? null,
    },
  }
}
