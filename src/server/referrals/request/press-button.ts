import { additionErrors } from '#/content/request-page.ts'
import type { RequestButton } from '#/contracts/referrals/requests.ts'
import type { Database } from '../../db/database.ts'
import type { Command } from '../commands.ts'
import { unpublish } from '../ratings/rate-request.ts'
import { isRefusal } from '../run.ts'
import { apply } from '../store/apply.ts'
import { readRequest } from '../store/read-request.ts'
import { isFull, missingRequest } from './add-details.ts'
import { readEarlierOfSame } from './request-view.ts'

const commandOf: Record<Exclude<RequestButton, 'rating-withdrawn'>, Command> = {
  withdrawn: { do: 'cancel' },
  'wanted-again': { do: 'want-again' },
  'cannot-wait': { do: 'say-urgency', cannotWait: true },
  'can-wait': { do: 'say-urgency', cannotWait: false },
  settled: { do: 'settled' },
  'still-needed': { do: 'still-need-help' },
  'not-called': { do: 'not-called' },
  spoken: { do: 'called' },
}

/** A visitor can always say that they need it no longer, but not back and forth for ever. */
const counted: readonly RequestButton[] = ['wanted-again', 'cannot-wait', 'can-wait']

/** Does what the visitor says with one button. Returns why not, in words; throws where the request is gone. */
export async function pressButton(
  db: Database,
  leadId: number,
  button: RequestButton,
): Promise<{ refused: string } | { added?: RequestButton }> {
  return db.transaction(async (tx) => {
    const own = await readRequest(tx, leadId)
    if (!own) throw missingRequest()
    if (counted.includes(button) && isFull(own)) return { refused: additionErrors.full }
    if (button === 'rating-withdrawn') {
      await unpublish(tx, leadId)
      return { added: button }
    }
    // The page of a request that goes with another one shows the contractor of that.
    const isOfCall = button === 'not-called' || button === 'spoken'
    const { lead } = (isOfCall && (await readEarlierOfSame(tx, own))) || own
    const outcome = await apply(tx, lead.id, commandOf[button])
    if (!outcome) throw missingRequest()
    if (!isRefusal(outcome)) return { added: button }
    const { refused } = outcome
    if (refused === 'closed' || refused === 'not-theirs')
      return { refused: additionErrors[refused] }
    // What the page says of the call is what is so.
    return isOfCall ? {} : { added: button }
  })
}
