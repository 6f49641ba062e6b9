import { withoutDirectionMarks } from '#/contracts/text.ts'

const numbers = /(\+?\(?\d[\d ().\u2010-\u2015-]{5,}\d)/

/**
 * A text whose phone numbers read from left to right, as they are dialled, whatever is around them.
 */
export function PhoneText({ text }: { text: string }) {
  return text.split(numbers).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <bdi key={place} dir="ltr">
        {part}
      </bdi>
    ),
  )
}

/** A phone number alone: no mark that was typed into it changes its direction. */
export function PhoneNumber({ number }: { number: string }) {
  return <bdi dir="ltr">{withoutDirectionMarks(number)}</bdi>
}
