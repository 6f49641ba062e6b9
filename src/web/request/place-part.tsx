import { requestPage } from '#/content/request-page.ts'
import type { RequestView } from '#/contracts/referrals/requests.ts'
import { isPostBox } from '#/contracts/site/towns.ts'
import { InputField } from '../ui/fields.tsx'
import { Opener } from '../ui/lists.tsx'
import { saysPlace, TownTaps } from '../ui/town-taps.tsx'
import { SubmitButton, TokenPart } from './token-page.tsx'

const { askPlace: words, outside } = requestPage

type TapProps = { path: string; problem?: string | undefined; typed?: string | undefined }

/** Where the work is, one tap a town; a form of the request's page, wherever it stands. */
function PlaceTaps({ path, problem, typed }: TapProps) {
  return (
    <div className="column">
      <TownTaps path={path} other={words.elsewhere} />
      <form className="place-zip" method="post" action={path} noValidate>
        {saysPlace}
        <InputField
          frame={{ name: 'zip', label: words.zip, problem }}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
          defaultValue={typed}
        />
        <SubmitButton text={words.button} />
      </form>
    </div>
  )
}

/** What was wrong with the place that was sent. */
function answerOf({ answer }: RequestView) {
  if (answer?.typed.add !== 'place') return {}
  return { problem: answer.problems.zip ?? answer.problems.town, typed: answer.typed.zip }
}

/** True where the page has a button for each town: nobody is asked before we know in which it is. */
export const hasPlaceTaps = ({ town, match, isHeld }: RequestView) => !town && !match && !isHeld

/** Asks where the work is: nobody is asked to come before that is known. */
export function AskPlace({ request }: { request: RequestView }) {
  const said = request.additions.place?.address ?? request.address
  return (
    <TokenPart id="ask-place" heading={words.heading}>
      <p>{isPostBox(said) ? words.postBox : words.text}</p>
      <PlaceTaps path={request.path} {...answerOf(request)} />
    </TokenPart>
  )
}

/** Says that nobody of ours works there. */
export function Outside({ request }: { request: RequestView }) {
  const answer = answerOf(request)
  return (
    <TokenPart id="outside" heading={outside.heading} text={outside.text}>
      <Opener line={outside.change} isOpen={answer.problem !== undefined}>
        <PlaceTaps path={request.path} {...answer} />
      </Opener>
    </TokenPart>
  )
}
