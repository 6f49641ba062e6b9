import { type Place, placeOf } from '#/content/places.ts'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import { type Addition, additionLimits } from '#/contracts/referrals/requests.ts'
import { elsewhere } from '#/contracts/site/towns.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import type { Command, SaidPlace } from '../commands.ts'
import { isRefusal } from '../run.ts'
import { apply } from '../store/apply.ts'
import { additionKinds, type ReadEvent, readEvents } from '../store/read-additions.ts'
import { type ReadRequest, readRequest } from '../store/read-request.ts'

/**
 * What becomes of one addition: `same` where it changes nothing, `full` where the request has as much as it
 * may, `closed` where nothing can be added any more, `not-theirs` where it takes back what the office said.
 */
type Result = 'added' | 'same' | 'full' | 'closed' | 'not-theirs'

/** All places that a visitor has said, the newest last. */
const placesIn = (events: readonly ReadEvent[]): SaidPlace[] =>
  events.flatMap((event) => (event.kind === 'place-said' && event.said ? event.said : []))

/** The words in which a place was said. */
const textsOf = ({ address, zip, town, isElsewhere }: SaidPlace) =>
  [address, zip, town, isElsewhere ? elsewhere : null].filter((said) => said !== null)

/** The street that was said before, unless it is in another place than what is said now. */
function earlierStreet({ lead }: ReadRequest, places: readonly SaidPlace[], now: Place) {
  const own = lead.address === defaultAddress ? null : lead.address
  const earlier = places.at(-1)?.address ?? own
  const { town, isOutside } = placeOf([earlier])
  const isThere = now.town ? !isOutside && (town === null || town === now.town) : now.isOutside
  return isThere ? earlier : null
}

function toSaid(addition: Addition & { add: 'place' }, read: ReadRequest, places: SaidPlace[]) {
  const { town, zip, address } = addition
  const street = address ?? earlierStreet(read, places, placeOf([zip, town]))
  const isElsewhere = town === elsewhere
  return { zip, address: street, town: isElsewhere ? null : town, isElsewhere }
}

const isEqual = (one: SaidPlace | undefined, other: SaidPlace) =>
  (['town', 'zip', 'address', 'isElsewhere'] as const).every((name) => one?.[name] === other[name])

/** An addition as a command; undefined where it changes nothing. */
function toCommand(
  addition: Addition,
  read: ReadRequest,
  events: readonly ReadEvent[],
): Command | undefined {
  const textsOfKind = (kind: string) =>
    events.flatMap((event) => (event.kind === kind && 'text' in event ? event.text : []))
  switch (addition.add) {
    case 'place': {
      const places = placesIn(events)
      const said = toSaid(addition, read, places)
      // The form has what came with the request.
      const { town, address } = read.lead
      const first = { town, address, zip: null, isElsewhere: false }
      const isSame = isEqual(places.at(-1) ?? (town ? first : undefined), said)
      const place = placeOf([address, ...[...places, said].flatMap(textsOf)])
      return isSame ? undefined : { do: 'say-place', place, said }
    }
    case 'call-time': {
      const isSame = textsOfKind('call-time-said').at(-1) === addition.callTime
      return isSame ? undefined : { do: 'say-call-time', text: addition.callTime }
    }
    case 'word': {
      const isSame = textsOfKind('word-added').includes(addition.word)
      return isSame ? undefined : { do: 'add-word', text: addition.word }
    }
    case 'withdrawn':
      return { do: 'cancel' }
    case 'wanted-again':
      return { do: 'want-again' }
    default:
      return { do: 'say-urgency', cannotWait: addition.add === 'cannot-wait' }
  }
}

/** True where a request has as much as it may. A visitor can always say that they need it no longer. */
function isFull({ add }: Addition, events: readonly ReadEvent[]): boolean {
  if (add === 'withdrawn') return false
  const words = events.filter(({ kind }) => kind === 'word-added').length
  return events.length >= additionLimits.all || (add === 'word' && words >= additionLimits.word)
}

/** What a visitor can do again and again, counted with what they add. */
const countedKinds = [...additionKinds, 'cancelled', 'wanted-again', 'urgency-said'] as const

async function add(tx: Transaction, leadId: number, addition: Addition): Promise<Result> {
  const read = await readRequest(tx, leadId)
  if (!read) return 'closed'
  const events = await readEvents(tx, leadId, countedKinds)
  const command = toCommand(addition, read, events)
  if (!command) return 'same'
  const isOver = read.state.end !== null && addition.add !== 'wanted-again'
  if (!isOver && isFull(addition, events)) return 'full'
  const outcome = await apply(tx, leadId, command)
  if (!outcome || !isRefusal(outcome)) return 'added'
  if (outcome.refused === 'not-theirs') return 'not-theirs'
  return outcome.refused === 'as-it-was' ? 'same' : 'closed'
}

/** Undoes the additions of a form of which one is refused. */
class Refused extends Error {
  readonly result: { result: Exclude<Result, 'added' | 'same'>; add: Addition['add'] }
  constructor(result: Refused['result']) {
    super('an addition was refused')
    this.result = result
  }
}

/**
 * Adds to a request what its visitor has sent, all or nothing: what is new is `added`. Where one is refused,
 * which and why; `gone` where the request was erased.
 */
export async function addDetails(
  db: Database,
  leadId: number,
  additions: readonly Addition[],
): Promise<{ added: Addition['add'][] } | Refused['result'] | 'gone'> {
  try {
    return await db.transaction(async (tx) => {
      // Of two at once the second waits here, so that they are counted one after the other.
      if (!(await lockLead(tx, leadId))) return 'gone'
      const added: Addition['add'][] = []
      for (const addition of additions) {
        const result = await add(tx, leadId, addition)
        if (result === 'added') added.push(addition.add)
        else if (result !== 'same') throw new Refused({ result, add: addition.add })
      }
      return { added }
    })
  } catch (error) {
    if (error instanceof Refused) return error.result
    throw error
  }
}

/** The same for one addition. */
export async function addToRequest(
  db: Database,
  leadId: number,
  addition: Addition,
): Promise<'added' | Refused['result']['result'] | 'gone'> {
  const became = await addDetails(db, leadId, [addition])
  if (became === 'gone') return became
  return 'added' in became ? 'added' : became.result
}
