import { readablePhone } from '#/contracts/leads/contact-details.ts'
import { defaultAddress, pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { JoinedWork, MatchedLead, OfferedWork } from '#/contracts/referrals/offers.ts'
import type { Additions } from '#/contracts/referrals/requests.ts'
import { placeText } from '#/contracts/site/towns.ts'
import { foldPhone } from '#/contracts/values/phone.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { regionServed, townOrZip } from '../../texts/places.ts'
import { isUrgent } from '../state.ts'
import { readAdditions } from '../store/read-additions.ts'
import { type ReadRequest, readLater } from '../store/read-request.ts'

/** Where the work is, without its street: the town, else the ZIP code as it was said last. */
function whereOf({ town, address }: ReadRequest['lead'], { place }: Additions): string {
  if (town) return town
  // What stands behind the five digits of a ZIP code names a street, or a house.
  const zip = place?.zip?.slice(0, 5)
  const added = zip ?? (place?.address && townOrZip(place.address))
  return added || (address && townOrZip(address)) || regionServed()
}

/** A request with what its visitor has added. */
type Told = Pick<ReadRequest, 'lead' | 'state'> & { additions: Additions }

const readTold = async (db: Database, { lead, state }: ReadRequest): Promise<Told> => {
  return { lead, state, additions: await readAdditions(db, { lead, state }) }
}

/** The requests that go with this one. */
const readOthers = async (db: Database, { lead }: ReadRequest): Promise<Told[]> =>
  Promise.all((await readLater(db, lead.id)).map((other) => readTold(db, other)))

function workOf({ lead, state, additions }: Told, joined: readonly Told[]): OfferedWork {
  return {
    others: joined.map(({ lead: { service } }) => ({ service })),
    service: lead.service,
    isUrgent: isUrgent(state),
    where: whereOf(lead, additions),
    preferredTime:
      additions.callTime && isHarmless(additions.callTime, lead.name) ? additions.callTime : null,
    photos: [additions, ...joined.map((other) => other.additions)].flatMap(({ photos }) => photos),
  }
}

/** An email address, seven digits in a row, or the end of a phone number whatever divides it. */
const wayToReach = /@|\d(?:[\s().-]*\d){6}|\d{3}[^\p{L}\d:]{1,3}\d{4}/u

/** True where a text that a visitor typed holds neither a way to reach them nor a part of their name. */
export function isHarmless(text: string, name: string): boolean {
  if (wayToReach.test(foldPhone(text))) return false
  const words: string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const names = name.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  return !names.some((each) => words.includes(each))
}

/** What a contractor may know before they say yes. */
export async function offeredWork(db: Database, read: ReadRequest): Promise<OfferedWork> {
  return workOf(await readTold(db, read), await readOthers(db, read))
}

/** Where it is and what it is about, in the visitor's words. */
function saidIn({ address, message }: ReadRequest['lead'], { place, words }: Additions) {
  const own = address === defaultAddress ? null : address
  const all = [message, ...words.map(({ text }) => text)].filter(Boolean)
  return { address: place ? placeText(place) : own, message: all.join('\n\n') || null }
}

function toJoinedWork({ lead, additions }: Told): JoinedWork {
  const { service, submissionId, name } = lead
  const said = saidIn(lead, additions)
  const phone = readablePhone(lead)
  return { service, request: { reference: leadReference(submissionId), name, phone, ...said } }
}

/** What a contractor knows once they have said yes. */
export async function matchedLead(db: Database, read: ReadRequest): Promise<MatchedLead> {
  const told = await readTold(db, read)
  const joined = await readOthers(db, read)
  const { lead } = read
  return {
    ...workOf(told, joined),
    others: joined.map(toJoinedWork),
    ...pickLeadFields(lead),
    phoneAsTyped: lead.phoneAsTyped,
    preferredTime: told.additions.callTime,
    reference: leadReference(lead.submissionId),
    ...saidIn(lead, told.additions),
  }
}
